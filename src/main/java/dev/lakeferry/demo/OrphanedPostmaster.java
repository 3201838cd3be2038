package dev.lakeferry.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The server that a killed process left running on a kept data directory. Until it ends, no other
 * can start there.
 */
final class OrphanedPostmaster {
  private static final Logger LOG = LoggerFactory.getLogger(OrphanedPostmaster.class);
  private static final long LIMIT_SECONDS = 15;

  private OrphanedPostmaster() {}

  /**
   * Ends the server that owns a data directory, if one is running.
   *
   * @throws IllegalStateException if it does not end within 15 seconds
   */
  static void end(Path directory) throws IOException {
    Path pidFile = directory.resolve("postmaster.pid");
    if (!Files.exists(pidFile)) {
      return;
    }
    List<String> lines = Files.readAllLines(pidFile);
    ProcessHandle.of(Long.parseLong(lines.get(0).trim()))
        .filter(OrphanedPostmaster::isPostgres)
        .ifPresent(process -> end(process, directory));
  }

  // The number may have been given to a stranger since.
  private static boolean isPostgres(ProcessHandle process) {
    return process.info().command().map(command -> command.endsWith("postgres")).orElse(false);
  }

  private static void end(ProcessHandle process, Path directory) {
    LOG.info(
        "Ending the PostgreSQL server {} that an earlier run left on {}", process.pid(), directory);
    process.destroy();
    try {
      process.onExit().get(LIMIT_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while an earlier PostgreSQL server ended.", e);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException(
          "Another PostgreSQL server (process %d) is using %s. End it, or choose another directory."
              .formatted(process.pid(), directory),
          e);
    }
  }
}
