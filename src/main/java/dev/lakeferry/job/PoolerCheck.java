package dev.lakeferry.job;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.failure.RetryableFailure;
import dev.lakeferry.state.StateDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Finds out whether a pooler in transaction mode stands before the state database. A table's lock
 * belongs to a session; such a pooler hands one session to many clients, so that two publishers
 * could both believe that they hold it.
 *
 * @see <a href="https://www.pgbouncer.org/features.html">PgBouncer: which features each pooling
 *     mode breaks</a>
 */
public final class PoolerCheck {
  private final StateDatabase state;

  /** Takes the state database. */
  public PoolerCheck(StateDatabase state) {
    this.state = state;
  }

  /**
   * Looks at the sessions of two connections, of which one holds a transaction open.
   *
   * @throws FinalFailure if they share one
   * @throws RetryableFailure if the database cannot be reached
   */
  public void refuseSharedSessions() {
    try (Connection idle = state.connect("lakeferry pooler check");
        Connection busy = state.connect("lakeferry pooler check")) {
      int before = session(idle);
      busy.setAutoCommit(false);
      int held = session(busy);
      int after = session(idle);
      busy.rollback();
      if (before == held || before != after) {
        throw new FinalFailure(
            "The state database is reached through a pooler that shares sessions among clients"
                + " (PgBouncer's pool_mode transaction, say), under which a table's lock protects"
                + " nothing; no work is claimed. Point LAKEFERRY_STATE_HOST and LAKEFERRY_STATE_PORT"
                + " at the server itself, or at a pool in session mode.");
      }
    } catch (SQLException e) {
      throw new RetryableFailure(
          RetryableFailure.Cause.CONNECTION,
          "The state database could not be asked for its sessions: " + e.getMessage(),
          e);
    }
  }

  private static int session(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT pg_backend_pid()")) {
      row.next();
      return row.getInt(1);
    }
  }
}
