package dev.lakeferry.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Where a demo keeps its files: a directory of the user's, or one that goes when all went well. */
final class DemoDirectory {
  private final Path directory;
  private final boolean kept;

  private DemoDirectory(Path directory, boolean kept) {
    this.directory = directory;
    this.kept = kept;
  }

  /**
   * Makes it.
   *
   * @param data kept from run to run; absent for a temporary one
   */
  static DemoDirectory open(Optional<Path> data) {
    try {
      return data.isPresent()
          ? new DemoDirectory(Files.createDirectories(data.get().toAbsolutePath()), true)
          : new DemoDirectory(Files.createTempDirectory("lakeferry-demo"), false);
    } catch (IOException e) {
      throw new UncheckedIOException("The demo could not make its directory.", e);
    }
  }

  /** Where the embedded parts keep their data from run to run, if they do. */
  Optional<Path> data() {
    return kept ? Optional.of(directory) : Optional.empty();
  }

  /** What the service logs. */
  Path log() {
    return directory.resolve("service.log");
  }

  /** The service's feature flags. */
  Path flags() {
    return directory.resolve("flags.json");
  }

  /** The service's declared checks. */
  Path verification() {
    return directory.resolve("verification");
  }

  /** The variables by which {@code bin/lakeferry} reaches this demo, for a shell to read. */
  Path environment() {
    return directory.resolve("environment");
  }

  /** Writes those variables; all are local, none is a secret. */
  void writeEnvironment(Map<String, String> variables) {
    StringBuilder lines = new StringBuilder();
    variables.forEach(
        (name, value) ->
            lines.append("export %s='%s'%n".formatted(name, value.replace("'", "'\\''"))));
    try {
      Files.writeString(environment(), lines);
    } catch (IOException e) {
      throw new UncheckedIOException("The demo could not write " + environment() + ".", e);
    }
  }

  /** Where DuckDB spills. */
  Path spill() {
    return directory.resolve("spill");
  }

  /** Removes a temporary directory. */
  void remove() {
    if (!kept) {
      TemporaryDirectory.delete(directory);
    }
  }
}
