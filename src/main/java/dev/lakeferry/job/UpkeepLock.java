package dev.lakeferry.job;

import dev.lakeferry.failure.RetryableFailure;
import dev.lakeferry.state.StateDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/**
 * One process at a time keeps a lake up; publications go on beside it, each kept apart by the
 * {@link TableLock} of its table.
 */
public final class UpkeepLock {
  private static final String LOCK_NOT_AVAILABLE = "55P03";

  private final StateDatabase state;

  /** Takes the state database, in which the locks stand. */
  public UpkeepLock(StateDatabase state) {
    this.state = state;
  }

  /**
   * Takes a lake's upkeep.
   *
   * @param wait how long to wait at most
   * @return empty if another process kept it up all the while
   * @throws RetryableFailure if the state database cannot be reached
   */
  public Optional<HeldLock> lock(String lake, Duration wait) {
    long key = LockKey.of("upkeep", lake);
    Connection connection = null;
    boolean locked = false;
    try {
      connection = LockSession.open(state, SessionName.of("upkeep"));
      LockSession.expectAnswerWithin(connection, wait);
      try (var statement = connection.createStatement()) {
        statement.execute("SET lock_timeout = " + Math.max(1, wait.toMillis()));
      }
      try (var statement = connection.prepareStatement("SELECT pg_advisory_lock(?)")) {
        statement.setLong(1, key);
        statement.execute();
      }
      LockSession.expectAnswerWithin(connection, Duration.ZERO);
      locked = true;
      return Optional.of(HeldLock.alone(connection, key, "upkeep of lake " + lake));
    } catch (SQLException e) {
      if (LOCK_NOT_AVAILABLE.equals(e.getSQLState())) {
        return Optional.empty();
      }
      throw new RetryableFailure(
          RetryableFailure.Cause.CONNECTION,
          "The state database could not be asked for the upkeep of lake "
              + lake
              + ": "
              + e.getMessage()
              + ". Nothing was done.",
          e);
    } finally {
      if (!locked) {
        LockSession.closeQuietly(connection);
      }
    }
  }
}
