package dev.lakeferry.demo;

import dev.lakeferry.settings.S3Settings;
import dev.lakeferry.settings.Secret;
import java.net.URI;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.duckdb.DuckDBConnection;

/** A DuckDB in memory that writes Parquet files to an object store. */
final class SampleEngine implements AutoCloseable {
  /** More than processors, for a writer also waits for its upload. */
  private static final int WRITERS = 4;

  private final Connection connection;

  private SampleEngine(Connection connection) {
    this.connection = connection;
  }

  /**
   * Opens an engine.
   *
   * @param extensionDirectory the provisioned extensions, {@code v1.5.5/<platform>/…} below it
   */
  static SampleEngine open(S3Settings s3, Path extensionDirectory) throws SQLException {
    Properties configuration = new Properties();
    configuration.setProperty(
        "extension_directory", extensionDirectory.toAbsolutePath().toString());
    configuration.setProperty("autoinstall_known_extensions", "false");
    configuration.setProperty("autoload_known_extensions", "false");
    SampleEngine engine =
        new SampleEngine(DriverManager.getConnection("jdbc:duckdb:", configuration));
    try {
      engine.execute("LOAD httpfs");
      engine.execute(secret(s3));
      return engine;
    } catch (SQLException e) {
      engine.close();
      throw e;
    }
  }

  private static String secret(S3Settings s3) {
    URI endpoint = s3.endpoint().orElseThrow();
    return """
        CREATE SECRET sample (
          TYPE s3,
          PROVIDER config,
          KEY_ID %s,
          SECRET %s,
          REGION %s,
          ENDPOINT %s,
          URL_STYLE %s,
          USE_SSL %s
        )
        """
        .formatted(
            literal(s3.accessKey().orElseThrow()),
            literal(s3.secretKey().map(Secret::reveal).orElseThrow()),
            literal(s3.region()),
            literal(endpoint.getAuthority()),
            literal(s3.pathStyle() ? "path" : "vhost"),
            "https".equals(endpoint.getScheme()));
  }

  /**
   * Writes a Parquet file of each query, some at a time.
   *
   * @param queries by the URL of the file
   */
  void write(Map<String, String> queries) throws SQLException {
    ExecutorService writers = Executors.newFixedThreadPool(WRITERS);
    try {
      List<Future<Void>> files =
          queries.entrySet().stream()
              .map(file -> writers.submit(() -> write(file.getKey(), file.getValue())))
              .toList();
      for (Future<Void> file : files) {
        file.get();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SQLException("Interrupted while files were written.", e);
    } catch (ExecutionException e) {
      throw new SQLException(e.getCause().getMessage(), e.getCause());
    } finally {
      writers.shutdownNow();
    }
  }

  private Void write(String url, String query) throws SQLException {
    try (Connection writer = connection.unwrap(DuckDBConnection.class).duplicate();
        Statement statement = writer.createStatement()) {
      statement.execute(
          """
          COPY (
            %s
          )
          TO %s (FORMAT parquet, COMPRESSION zstd)
          """
              .formatted(query, literal(url)));
    }
    return null;
  }

  void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** The first column of the first row. */
  long number(String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getLong(1);
    }
  }

  /** The first column of the first row. */
  String text(String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getString(1);
    }
  }

  static String literal(String value) {
    return "'" + value.replace("'", "''") + "'";
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
