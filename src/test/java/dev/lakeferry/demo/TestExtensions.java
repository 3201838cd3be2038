package dev.lakeferry.demo;

import java.nio.file.Path;
import java.util.Optional;

/** Where the tests find the provisioned DuckDB extensions. */
public final class TestExtensions {
  private TestExtensions() {}

  /**
   * The system property {@code lakeferry.extensions}, else the variable {@code
   * LAKEFERRY_EXTENSION_DIRECTORY}, else {@code .lakeferry/extensions} in the work tree.
   */
  public static Path directory() {
    return Optional.ofNullable(System.getProperty("lakeferry.extensions"))
        .or(() -> Optional.ofNullable(System.getenv("LAKEFERRY_EXTENSION_DIRECTORY")))
        .filter(directory -> !directory.isBlank())
        .map(Path::of)
        .orElse(Path.of(".lakeferry", "extensions"))
        .toAbsolutePath();
  }
}
