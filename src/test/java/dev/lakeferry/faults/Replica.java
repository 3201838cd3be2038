package dev.lakeferry.faults;

import dev.lakeferry.testing.Link;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** One process of the packaged service, with a way to the database of its own. */
final class Replica implements AutoCloseable {
  private static final Path HOME =
      Path.of(System.getProperty("lakeferry.home", ".")).toAbsolutePath();

  private final String name;
  private final Map<String, String> environment;
  private final Link database;
  private final Path log;
  private Process process;
  private boolean paused;
  private boolean toldToStop;

  Replica(String name, Map<String, String> environment, Link database) {
    this.name = name;
    this.database = database;
    this.environment = new HashMap<>(environment);
    this.environment.put("DUCKLAKE_RDS_HOST", "127.0.0.1");
    this.environment.put("DUCKLAKE_RDS_PORT", Integer.toString(database.port()));
    log = HOME.resolve("target/faults").resolve(name + ".log");
  }

  /** Sees to it that it runs, whatever the test before has left of it. */
  synchronized void ready() {
    if (paused) {
      resume();
    }
    if (isAlive() && toldToStop && !awaitEnd(15)) {
      kill();
    }
    if (!isAlive()) {
      start();
    }
  }

  /** Starts it, as {@code bin/lakeferry run} does but with a JVM that starts quickly. */
  synchronized void start() {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.add("-Dlakeferry.home=" + HOME);
    command.addAll(List.of("-jar", HOME.resolve("target/lakeferry.jar").toString(), "run"));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder
        .environment()
        .keySet()
        .removeIf(key -> key.matches("(DUCKLAKE|SOURCE|DUCKGRES|LAKEFERRY)_.*"));
    builder.environment().putAll(environment);
    try {
      Files.createDirectories(log.getParent());
      paused = false;
      toldToStop = false;
      process = builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile())).start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String name() {
    return name;
  }

  /** What it has said so far. */
  String log() {
    try {
      return Files.exists(log) ? Files.readString(log) : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Its way to the database. */
  Link database() {
    return database;
  }

  /** Whether it is the instance of this name. */
  synchronized boolean is(String instance) {
    return process != null && instance.contains(":" + process.pid() + ":");
  }

  synchronized boolean isAlive() {
    return process != null && process.isAlive();
  }

  /** SIGKILL; returns when it is dead. */
  synchronized void kill() {
    process.destroyForcibly();
    awaitEnd(10);
  }

  /** SIGTERM; does not wait. */
  synchronized void terminate() {
    toldToStop = true;
    process.destroy();
  }

  /** Whether it ended within so many seconds. */
  synchronized boolean awaitEnd(int seconds) {
    try {
      return process.waitFor(seconds, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Stops it as it stands. */
  synchronized void pause() {
    signal("STOP");
    paused = true;
  }

  /** Lets it go on, as if nothing had happened. */
  synchronized void resume() {
    signal("CONT");
    paused = false;
  }

  private synchronized void signal(String signal) {
    try {
      int code =
          new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start().waitFor();
      if (code != 0) {
        throw new IllegalStateException("kill -" + signal + " answered " + code);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public synchronized void close() {
    if (process != null) {
      kill();
    }
    database.close();
  }

  @Override
  public String toString() {
    return name;
  }
}
