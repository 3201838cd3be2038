package dev.lakeferry.faults;

import dev.lakeferry.job.CommitLock;
import dev.lakeferry.job.SessionName;
import dev.lakeferry.settings.DatabaseSettings;
import dev.lakeferry.state.StateDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/**
 * A lock that makes a stage stand still until it is closed, so that the fault comes at exactly that
 * stage.
 */
final class Standstill implements AutoCloseable {
  private final Release release;

  private interface Release {
    void run() throws SQLException;
  }

  private Standstill(Release release) {
    this.release = release;
  }

  /** Whoever writes to a table waits; it can be read. */
  static Standstill ofWritesTo(DatabaseSettings database, String table) {
    return locked(database, "LOCK TABLE " + table + " IN EXCLUSIVE MODE");
  }

  /** Whoever touches a table waits. */
  static Standstill ofAllUseOf(DatabaseSettings database, String table) {
    return locked(database, "LOCK TABLE " + table + " IN ACCESS EXCLUSIVE MODE");
  }

  private static Standstill locked(DatabaseSettings database, String sql) {
    try {
      Connection connection = Runs.connect(database);
      connection.setAutoCommit(false);
      try (var statement = connection.createStatement()) {
        statement.execute("SET lock_timeout = '30s'");
        statement.execute(sql);
      }
      return new Standstill(connection::close);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Nobody gets a turn to commit to a lake. */
  static Standstill ofCommits(StateDatabase state, String lake) {
    var lock =
        new CommitLock(state).lock(lake, SessionName.of("fault suite"), Duration.ofSeconds(30));
    return new Standstill(lock::close);
  }

  @Override
  public void close() {
    try {
      release.run();
    } catch (SQLException e) {
      // The server that held it is gone, and the lock with it.
    }
  }
}
