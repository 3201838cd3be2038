package dev.lakeferry.job;

import java.sql.Connection;
import java.sql.SQLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An advisory lock, held for as long as its connection lives. The server frees it when that ends,
 * whoever ends it, so that a dead holder blocks nobody.
 */
public final class HeldLock implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HeldLock.class);

  private final Connection connection;
  private final long key;
  private final String name;
  private final boolean alone;

  private HeldLock(Connection connection, long key, String name, boolean alone) {
    this.connection = connection;
    this.key = key;
    this.name = name;
    this.alone = alone;
  }

  /** One on a connection of its own, which ends with it. */
  static HeldLock alone(Connection connection, long key, String name) {
    return new HeldLock(connection, key, name, true);
  }

  /** One on the connection of another, which is given up after it. */
  static HeldLock beside(HeldLock held, long key, String name) {
    return new HeldLock(held.connection, key, name, false);
  }

  Connection connection() {
    return connection;
  }

  /**
   * Asks the server whether this session still has the lock: false once the connection is lost, and
   * behind a pooler that gave the session away.
   */
  public boolean isHeld() {
    try (var statement =
        connection.prepareStatement(
            """
            SELECT EXISTS (
              SELECT
              FROM pg_locks
              WHERE locktype = 'advisory'
                AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
                AND pid = pg_backend_pid()
                AND objsubid = 1
                AND (CAST(classid AS bigint) << 32) | CAST(objid AS bigint) = ?
                AND granted)
            """)) {
      statement.setLong(1, key);
      try (var row = statement.executeQuery()) {
        return row.next() && row.getBoolean(1);
      }
    } catch (SQLException e) {
      LOG.warn("The lock of {} is lost: {}", name, e.getMessage());
      return false;
    }
  }

  /**
   * Gives the lock up and ends its connection, if it is its own. Unlocking first lets the next
   * holder in at once; the server would free the lock a moment after the connection ended.
   */
  @Override
  public void close() {
    try (var statement = connection.prepareStatement("SELECT pg_advisory_unlock(?)")) {
      statement.setLong(1, key);
      statement.execute();
    } catch (SQLException e) {
      LOG.warn("The lock of {} was lost before it was given up: {}", name, e.getMessage());
    } finally {
      if (alone) {
        LockSession.closeQuietly(connection);
      }
    }
  }

  @Override
  public String toString() {
    return "lock of " + name;
  }
}
