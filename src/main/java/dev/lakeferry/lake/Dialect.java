package dev.lakeferry.lake;

import dev.lakeferry.failure.RunFailure;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;

/** What a session must say or do differently, by what runs its SQL. */
interface Dialect {

  /** A statement with its values, ready to be sent. */
  interface Call extends AutoCloseable {
    /** What is cancelled to stop it. */
    Statement statement();

    /** Sends it; true if it answers with rows. */
    boolean execute() throws SQLException;

    /** Sends what changes rows, and tells how many. */
    long change() throws SQLException;

    @Override
    void close() throws SQLException;
  }

  /**
   * Binds values to the question marks of a statement: texts, numbers, truth values, or lists of
   * texts. The engine has credentials that are good for a while then.
   *
   * @throws RunFailure if there are none
   */
  Call call(Connection connection, String sql, Object... values) throws SQLException;

  /**
   * What begins or ends the mode in which keys of objects are read exactly as they stand.
   *
   * @param inLake whether also by DuckLake itself, whose connections inside the instance heed
   *     global settings alone
   */
  List<String> exactKeys(boolean on, boolean inLake);

  /** The engine's threads; empty where they are not ours to set. */
  Optional<EngineThreads> threads();

  /** What lets DuckLake try a COMMIT again so many times when another came before it. */
  List<String> commitRetries(int times);

  /** Makes Delta tables readable on a connection. */
  void readDelta(Connection connection) throws SQLException;

  /** A transaction was rolled back, or it is not known whether it was. */
  void undone();

  /** Tells what kind of failure an error is. */
  RunFailure classify(SQLException e);
}
