package dev.lakeferry.job;

import dev.lakeferry.failure.RetryableFailure;
import dev.lakeferry.state.StateDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/**
 * One COMMIT at a time in a lake (law 5): any other commit would make a DuckLake commit start over.
 */
public final class CommitLock {
  private static final String LOCK_NOT_AVAILABLE = "55P03";

  private final StateDatabase state;

  /** Takes the state database, in which the locks stand. */
  public CommitLock(StateDatabase state) {
    this.state = state;
  }

  /**
   * Waits for a lake's commit lock.
   *
   * @param timeout how long to wait at most, at least a millisecond
   * @throws RetryableFailure if others held it all the while ({@code BUSY}), or if the state
   *     database cannot be reached
   */
  public HeldLock lock(String lake, SessionName session, Duration timeout) {
    Connection connection = null;
    boolean locked = false;
    try {
      connection = LockSession.open(state, session);
      lock(lake, connection, timeout);
      locked = true;
      return HeldLock.alone(connection, key(lake), name(lake));
    } catch (SQLException e) {
      throw failed(lake, timeout, e);
    } finally {
      if (!locked) {
        LockSession.closeQuietly(connection);
      }
    }
  }

  /**
   * The same on the session of a lock that is held already: to open another would take longer than
   * the lock does. Both are lost with the session.
   *
   * @param held the table's lock
   * @throws RetryableFailure as above
   */
  public HeldLock lock(String lake, HeldLock held, Duration timeout) {
    try {
      lock(lake, held.connection(), timeout);
      return HeldLock.beside(held, key(lake), name(lake));
    } catch (SQLException e) {
      throw failed(lake, timeout, e);
    }
  }

  private static long key(String lake) {
    return LockKey.of("commit", lake);
  }

  private static String name(String lake) {
    return "commits to lake " + lake;
  }

  private static void lock(String lake, Connection connection, Duration timeout)
      throws SQLException {
    LockSession.expectAnswerWithin(connection, timeout);
    try (var settings = connection.createStatement();
        var waiting = connection.prepareStatement("SELECT pg_advisory_lock(?)")) {
      settings.execute("SET lock_timeout = " + Math.max(1, timeout.toMillis()));
      waiting.setLong(1, key(lake));
      waiting.execute();
    } finally {
      LockSession.expectAnswerWithin(connection, Duration.ZERO);
    }
  }

  private static RetryableFailure failed(String lake, Duration timeout, SQLException e) {
    return LOCK_NOT_AVAILABLE.equals(e.getSQLState())
        ? new RetryableFailure(
            RetryableFailure.Cause.BUSY,
            "Others committed to lake "
                + lake
                + " for "
                + timeout.toSeconds()
                + " s. Nothing was committed; the live table is as it was.",
            e)
        : new RetryableFailure(
            RetryableFailure.Cause.CONNECTION,
            "The state database could not be asked for the commit lock of lake "
                + lake
                + ": "
                + e.getMessage()
                + ". Nothing was committed; the live table is as it was.",
            e);
  }
}
