package dev.lakeferry.lake;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.failure.RunFailure;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;

/**
 * A Duckgres server: statements are texts of PostgreSQL's simple protocol, and each connection has
 * secrets of its own, which are made before it first reads a bucket.
 */
final class DuckgresDialect implements Dialect {
  /**
   * Keeps a statement from being read as PostgreSQL's. The server rewrites what PostgreSQL's parser
   * takes (FLOAT becomes eight bytes, COMMENT nothing at all, regexp_matches another function) and
   * runs as it stands what that refuses. To DuckDB a no-break space is a space; to PostgreSQL these
   * are two names, which no statement ends with. The parameter in the comment saves an EXPLAIN, by
   * which the server tries what it runs as it stands.
   */
  private static final String AS_IT_STANDS = "\n\u00a0 \u00a0/* $1 */";

  private final DuckgresErrors errors = new DuckgresErrors();
  private final BucketSecrets secrets;

  DuckgresDialect(BucketSecrets secrets) {
    this.secrets = secrets;
  }

  private record Text(Statement statement, String sql) implements Call {
    @Override
    public boolean execute() throws SQLException {
      return statement.execute(sql);
    }

    @Override
    public long change() throws SQLException {
      return statement.executeLargeUpdate(sql);
    }

    @Override
    public void close() throws SQLException {
      statement.close();
    }
  }

  @Override
  public Call call(Connection connection, String sql, Object... values) throws SQLException {
    String text = asItStands(Literals.bind(sql, values));
    secrets.ensure(connection);
    for (Object value : values) {
      if (value instanceof List<?> list) {
        for (Object element : list) {
          secrets.reach(connection, element);
        }
      } else {
        secrets.reach(connection, value);
      }
    }
    Statement statement = connection.createStatement();
    // Braces are DuckDB's structs here, not escapes of JDBC.
    statement.setEscapeProcessing(false);
    return new Text(statement, text);
  }

  /** A single word, such as BEGIN, means the same to both and must be recognised. */
  private static String asItStands(String sql) {
    return sql.strip().contains(" ") ? sql + AS_IT_STANDS : sql;
  }

  /**
   * For this session alone where that is enough: sessions of one worker may share an instance, and
   * what another registers by a pattern meanwhile would be no pattern.
   */
  @Override
  public List<String> exactKeys(boolean on, boolean inLake) {
    String session = "SET SESSION s3_url_compatibility_mode = " + on;
    return inLake
        ? List.of("SET GLOBAL s3_url_compatibility_mode = " + on, session)
        : List.of(session);
  }

  /** The server's are its own, and others' as well. */
  @Override
  public Optional<EngineThreads> threads() {
    return Optional.empty();
  }

  /** The server's setting is for all its sessions. */
  @Override
  public List<String> commitRetries(int times) {
    return List.of();
  }

  @Override
  public void readDelta(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      try {
        statement.execute("LOAD delta");
      } catch (SQLException absent) {
        if (DuckgresErrors.endsConnection(absent)) {
          throw absent;
        }
        install(statement);
      }
    }
  }

  private static void install(Statement statement) throws SQLException {
    try {
      statement.execute("INSTALL delta");
      statement.execute("LOAD delta");
    } catch (SQLException e) {
      if (DuckgresErrors.endsConnection(e)) {
        throw e;
      }
      throw new FinalFailure(
          ("This Duckgres cannot read Delta tables: its extension 'delta' cannot be loaded (%s). Add"
                  + " delta to its setting 'extensions', or set LAKEFERRY_ENGINE to embedded for copies;"
                  + " then retry the run.")
              .formatted(DuckgresErrors.tell(e)),
          e);
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
