package dev.lakeferry.job;

import dev.lakeferry.failure.RetryableFailure;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.state.StateDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/**
 * One publisher a table (law 5): whoever publishes to a table or keeps it up holds its lock.
 *
 * <p>The lock stands on a connection of its own, outside any pool, whose application name is the
 * attempt's {@link SessionName}.
 */
public final class TableLock {
  private final StateDatabase state;

  /** Takes the state database, in which the locks stand. */
  public TableLock(StateDatabase state) {
    this.state = state;
  }

  /**
   * Takes the lock of a table without waiting.
   *
   * @return empty if another holds it: be due again later
   * @throws RetryableFailure if the state database cannot be reached
   */
  public Optional<HeldLock> tryLock(String lake, TableName table, SessionName session) {
    long key = LockKey.of("table", lake, table.schema(), table.table());
    Connection connection = null;
    boolean locked = false;
    try {
      connection = LockSession.open(state, session);
      try (var statement = connection.prepareStatement("SELECT pg_try_advisory_lock(?)")) {
        statement.setLong(1, key);
        try (var row = statement.executeQuery()) {
          locked = row.next() && row.getBoolean(1);
        }
      }
      return locked
          ? Optional.of(HeldLock.alone(connection, key, table.toString()))
          : Optional.empty();
    } catch (SQLException e) {
      throw new RetryableFailure(
          RetryableFailure.Cause.CONNECTION,
          "The state database could not be asked for the lock of "
              + table
              + ": "
              + e.getMessage()
              + ". Nothing was published; the live table is as it was.",
          e);
    } finally {
      if (!locked) {
        LockSession.closeQuietly(connection);
      }
    }
  }
}
