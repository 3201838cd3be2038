package dev.lakeferry.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The program in a JVM of its own, as {@code bin/lakeferry} starts it. */
final class ProgramInChild implements AutoCloseable {
  private final Process process;
  private final List<String> lines = Collections.synchronizedList(new ArrayList<>());
  private final Thread reader;

  private ProgramInChild(Process process) {
    this.process = process;
    this.reader = new Thread(this::read, "child-output");
    reader.setDaemon(true);
    reader.start();
  }

  /** Starts it; standard error comes with standard output. */
  static ProgramInChild start(Map<String, String> environment, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx512m");
    command.add("-XX:TieredStopAtLevel=1");
    command.add("-Dlakeferry.home=" + Path.of("").toAbsolutePath());
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add("dev.lakeferry.Lakeferry");
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder
        .environment()
        .keySet()
        .removeIf(
            name ->
                name.matches("(DUCKLAKE|SOURCE|DUCKGRES|LAKEFERRY)_.*")
                    && !name.equals("LAKEFERRY_EXTENSION_DIRECTORY"));
    builder.environment().putAll(environment);
    try {
      return new ProgramInChild(builder.start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void read() {
    try (BufferedReader output = process.inputReader()) {
      output.lines().forEach(lines::add);
    } catch (IOException | UncheckedIOException e) {
      lines.add("reading failed: " + e);
    }
  }

  /** What it has said so far. */
  String output() {
    synchronized (lines) {
      return String.join("\n", lines) + "\n";
    }
  }

  /** Its exit code; fails with its output if it does not end. */
  int exitCode() throws InterruptedException {
    if (!process.waitFor(180, TimeUnit.SECONDS)) {
      throw new AssertionError("The program did not end:\n" + output());
    }
    reader.join(10_000);
    return process.exitValue();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** SIGTERM. */
  void terminate() {
    process.destroy();
  }

  @Override
  public void close() {
    // A demo must take its servers with it, so the hard way only when the soft one fails.
    process.destroy();
    try {
      if (!process.waitFor(30, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
