package dev.lakeferry.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Programs of others: in the directories of {@code LAKEFERRY_BENCH_PEERS} and {@code PATH}, whoever
 * has installed them; one that is not there is left out.
 */
final class Programs {
  private Programs() {}

  static Optional<Path> find(String name) {
    String path =
        System.getenv().getOrDefault("LAKEFERRY_BENCH_PEERS", "") + ":" + System.getenv("PATH");
    Optional<Path> found =
        Stream.of(path.split(":"))
            .filter(directory -> !directory.isEmpty())
            .map(directory -> Path.of(directory, name))
            .filter(Files::isExecutable)
            .findFirst();
    if (found.isEmpty()) {
      System.out.println(name + " is not installed and left out");
    }
    return found;
  }

  /**
   * Runs one to its end.
   *
   * @return what it printed
   * @throws IllegalStateException if it failed
   */
  static String run(List<String> command, Map<String, String> environment)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(environment);
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IllegalStateException(command.get(0) + " failed: " + output);
    }
    return output;
  }
}
