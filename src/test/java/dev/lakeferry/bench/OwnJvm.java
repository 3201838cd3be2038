package dev.lakeferry.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A task in a JVM of its own, with a heap of its own. */
final class OwnJvm implements Task {
  /** Tells that JVM that it is the one. */
  private static final String INSIDE = "lakeferry.bench.inside";

  private final String name;
  private final String heap;
  private final Task task;

  /**
   * Wraps a task.
   *
   * @param name under which {@link Scenarios} knows it
   * @param heap such as {@code 512m}
   */
  OwnJvm(String name, String heap, Task task) {
    this.name = name;
    this.heap = heap;
    this.task = task;
  }

  /** The beginning of a command that runs a class of this class path. */
  static List<String> java(String... options) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(options));
    for (Object key : System.getProperties().keySet()) {
      String property = (String) key;
      if (property.startsWith("lakeferry.")) {
        command.add("-D%s=%s".formatted(property, System.getProperty(property)));
      }
    }
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    return command;
  }

  @Override
  public boolean run(BenchOptions options, int rounds) throws Exception {
    if (name.equals(System.getProperty(INSIDE))) {
      return task.run(options, rounds);
    }
    List<String> command =
        java("-Xmx" + heap, "-XX:+ExitOnOutOfMemoryError", "-D" + INSIDE + "=" + name);
    command.addAll(
        List.of(
            Bench.class.getName(),
            "--rounds=" + rounds,
            "--latency=" + options.latency().toMillis() + "ms"));
    options.store().ifPresent(store -> command.add("--s3=" + store));
    command.add(name);
    return new ProcessBuilder(command).inheritIO().start().waitFor() == 0;
  }
}
