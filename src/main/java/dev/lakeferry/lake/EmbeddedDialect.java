package dev.lakeferry.lake;

import dev.lakeferry.failure.RunFailure;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;

/** DuckDB's own driver: it binds lists, and its instance is the session's alone. */
final class EmbeddedDialect implements Dialect {
  private final LakeErrors errors;
  private final FreshSecrets secrets;
  private final EngineThreads threads;

  /**
   * Takes what to do with a broken engine.
   *
   * @param secrets the engine's
   * @param threads the engine's
   * @param onInvalidated is called when an error shows that the engine cannot be used any more
   */
  EmbeddedDialect(FreshSecrets secrets, EngineThreads threads, Runnable onInvalidated) {
    this.secrets = secrets;
    this.threads = threads;
    this.errors = new LakeErrors(onInvalidated);
  }

  private record Bound(PreparedStatement statement) implements Call {
    @Override
    public boolean execute() throws SQLException {
      return statement.execute();
    }

    @Override
    public long change() throws SQLException {
      return statement.executeLargeUpdate();
    }

    @Override
    public void close() throws SQLException {
      statement.close();
    }
  }

  @Override
  public Call call(Connection connection, String sql, Object... values) throws SQLException {
    secrets.ensure(connection);
    threads.ensure(connection);
    PreparedStatement statement = connection.prepareStatement(sql);
    try {
      for (int i = 0; i < values.length; i++) {
        if (values[i] instanceof List<?> list) {
          statement.setArray(i + 1, connection.createArrayOf("VARCHAR", list.toArray()));
        } else {
          statement.setObject(i + 1, values[i]);
        }
      }
      return new Bound(statement);
    } catch (SQLException e) {
      statement.close();
      throw e;
    }
  }

  @Override
  public List<String> exactKeys(boolean on, boolean inLake) {
    return List.of("SET GLOBAL s3_url_compatibility_mode = " + on);
  }

  @Override
  public Optional<EngineThreads> threads() {
    return Optional.of(threads);
  }

  @Override
  public List<String> commitRetries(int times) {
    return List.of("SET GLOBAL ducklake_max_retry_count = " + times);
  }

  @Override
  public void readDelta(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("LOAD delta");
    }
  }

  @Override
  public void undone() {
    secrets.forget();
  }

  @Override
  public RunFailure classify(SQLException e) {
    return errors.classify(e);
  }
}
