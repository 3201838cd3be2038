package dev.lakeferry.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Python packages with pinned versions, brought once by pip into a directory of the build. */
public final class PythonPackages {
  private PythonPackages() {}

  /**
   * Brings them, unless they are there.
   *
   * @param requirements pip's list
   * @param options of pip's install
   * @throws IllegalStateException if pip cannot bring them
   * @throws UncheckedIOException if there is no Python
   */
  public static synchronized void provide(String requirements, Path directory, String... options) {
    if (Files.exists(directory.resolve("ready"))) {
      return;
    }
    List<String> command = new ArrayList<>();
    command.addAll(List.of("python3", "-m", "pip", "install", "-q", "--disable-pip-version-check"));
    command.addAll(List.of(options));
    command.addAll(List.of("--target", directory.toString(), "-r", requirements));
    try {
      Process pip = new ProcessBuilder(command).redirectErrorStream(true).start();
      String output = new String(pip.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (pip.waitFor() != 0) {
        throw new IllegalStateException("pip failed: " + output);
      }
      Files.createFile(directory.resolve("ready"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
