package dev.lakeferry.job;

import dev.lakeferry.state.StateDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The connection on which a lock stands, and others with it. */
final class LockSession {
  private static final Logger LOG = LoggerFactory.getLogger(LockSession.class);

  /** How long an answer may take; a host that vanished never gives one. */
  private static final Duration ANSWER = Duration.ofSeconds(15);

  private LockSession() {}

  static Connection open(StateDatabase state, SessionName name) throws SQLException {
    Connection connection = state.connect(name.value());
    expectAnswerWithin(connection, Duration.ZERO);
    return connection;
  }

  /** Lets the next answers take this much longer than usual. */
  static void expectAnswerWithin(Connection connection, Duration wait) throws SQLException {
    connection.setNetworkTimeout(Runnable::run, Math.toIntExact(wait.plus(ANSWER).toMillis()));
  }

  static void closeQuietly(Connection connection) {
    if (connection != null) {
      try {
        connection.close();
      } catch (SQLException e) {
        LOG.debug("Closing a lock's connection failed.", e);
      }
    }
  }
}
