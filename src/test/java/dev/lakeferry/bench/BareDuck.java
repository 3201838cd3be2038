package dev.lakeferry.bench;

import dev.lakeferry.settings.Secret;
import dev.lakeferry.testing.TestLake;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;

/** A DuckDB as anyone would open it, with the stack's objects and lake in reach. */
final class BareDuck implements AutoCloseable {
  private final Connection connection;

  /**
   * Opens it.
   *
   * @param settings of DuckDB, beside where its extensions lie
   */
  BareDuck(BenchStack stack, Properties settings) throws SQLException {
    settings.setProperty(
        "extension_directory", TestLake.extensionDirectory().toAbsolutePath().toString());
    connection = DriverManager.getConnection("jdbc:duckdb:", settings);
    for (String extension : new String[] {"httpfs", "postgres_scanner", "ducklake", "delta"}) {
      execute("LOAD " + extension);
    }
    execute(
        """
        CREATE SECRET (
          TYPE s3, KEY_ID '%s', SECRET '%s', ENDPOINT '%s', URL_STYLE path, USE_SSL %s)
        """
            .formatted(
                stack.s3().accessKey().orElseThrow(),
                stack.s3().secretKey().orElseThrow().reveal(),
                stack.endpoint().getAuthority(),
                stack.endpoint().getScheme().equals("https")));
  }

  /** Attaches the lake as {@code lake}. */
  void attach(BenchStack stack, String database, String metadataSchema) throws SQLException {
    var catalog = stack.postgres().settings(database);
    Secret password = catalog.password();
    execute(
        "ATTACH 'ducklake:postgres:host=%s port=%d dbname=%s user=%s password=%s' AS lake (METADATA_SCHEMA '%s', DATA_INLINING_ROW_LIMIT 0)"
            .formatted(
                catalog.host(),
                catalog.port(),
                catalog.database(),
                catalog.username(),
                password.reveal(),
                metadataSchema));
  }

  void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
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

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
