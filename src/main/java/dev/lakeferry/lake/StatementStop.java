package dev.lakeferry.lake;

import dev.lakeferry.failure.RunFailure;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stops a session's statements from another thread.
 *
 * <p>Law "unknown outcomes": once COMMIT was sent it is never cancelled; DuckDB reports such an
 * interrupt, and the transaction lands all the same.
 */
final class StatementStop {
  private static final Logger LOG = LoggerFactory.getLogger(StatementStop.class);

  private static final long AGAIN_MILLIS = 1_000;

  private Statement running;
  private RunFailure reason;
  private boolean forbidden;

  /** Remembers what runs; throws the reason if the session was stopped before. */
  synchronized void begin(Statement statement) {
    if (reason != null) {
      throw reason;
    }
    running = statement;
    EngineWork.begins(statement);
  }

  synchronized void end() {
    running = null;
    EngineWork.ends();
    notifyAll();
  }

  /** Throws the reason if the session was stopped before; stops nothing afterwards. */
  synchronized void forbid() {
    if (reason != null) {
      throw reason;
    }
    forbidden = true;
  }

  synchronized void allow() {
    forbidden = false;
  }

  /** Why the session was stopped, if it was. */
  synchronized Optional<RunFailure> reason() {
    return Optional.ofNullable(reason);
  }

  synchronized void stop(RunFailure why) {
    if (forbidden || reason != null) {
      return;
    }
    reason = why;
    if (running != null) {
      Statement stopped = running;
      cancel(stopped);
      Thread again = new Thread(() -> insist(stopped), "statement-stop");
      again.setDaemon(true);
      again.start();
    }
  }

  /** A cancel that comes before the driver has sent the statement is lost. */
  private synchronized void insist(Statement stopped) {
    try {
      while (running == stopped) {
        wait(AGAIN_MILLIS);
        if (running == stopped) {
          cancel(stopped);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void cancel(Statement statement) {
    try {
      statement.cancel();
    } catch (SQLException e) {
      LOG.warn("A statement could not be cancelled: {}", e.getMessage());
    }
  }
}
