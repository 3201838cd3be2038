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
import java.util.Properties;

/** A DuckDB in memory that writes Parquet files to an object store. One thread uses it. */
final class SampleEngine implements AutoCloseable {
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
