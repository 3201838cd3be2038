package dev.lakeferry.lake;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.settings.DatabaseSettings;
import dev.lakeferry.settings.LakeSettings;
import dev.lakeferry.settings.S3Settings;
import dev.lakeferry.settings.SourceSettings;
import java.net.URI;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;

/**
 * DuckDB's secrets, in memory only.
 *
 * <p>Law "credentials": a connection string in ATTACH would show in {@code duckdb_databases()} and
 * in errors, and {@code SET s3_…} is not seen by DuckLake's own connections; secrets have neither
 * fault.
 */
final class Secrets {
  static final String LAKE = "lakeferry_lake";

  private static final String CATALOG = "lakeferry_catalog";

  private final DatabaseSettings catalog;
  private final LakeSettings lake;
  private final SourceSettings source;

  Secrets(DatabaseSettings catalog, LakeSettings lake, SourceSettings source) {
    this.catalog = catalog;
    this.lake = lake;
    this.source = source;
  }

  /** Makes all secrets of one DuckDB instance. */
  void create(Connection connection, String applicationName, Optional<String> serverOptions) {
    run(connection, "S3 (lake)", s3("lakeferry_objects", lake.s3(), lake.dataPath()));
    run(connection, "S3 (source)", s3("lakeferry_source", source.s3(), source.url()));
    // A model may lie in another bucket, and a Delta table may name files of another; the longest
    // scope that fits is used, so this one never serves the lake or the source.
    run(connection, "S3 (elsewhere)", s3("lakeferry_elsewhere", source.s3(), "s3://"));
    run(connection, "PostgreSQL", postgres(applicationName, serverOptions));
    run(
        connection,
        "DuckLake",
        """
        CREATE OR REPLACE SECRET %s (
          TYPE ducklake,
          METADATA_PATH '',
          METADATA_SCHEMA %s,
          DATA_PATH %s,
          METADATA_PARAMETERS MAP {'TYPE': 'postgres', 'SECRET': '%s'})
        """
            .formatted(
                LAKE, Quote.text(lake.metadataSchema()), Quote.text(lake.dataPath()), CATALOG));
  }

  private String postgres(String applicationName, Optional<String> serverOptions) {
    return """
    CREATE OR REPLACE SECRET %s (
      TYPE postgres,
      HOST %s,
      PORT %d,
      DATABASE %s,
      USER %s,
      PASSWORD %s,
      SSLMODE %s,
      %s
      %s
      CONNECT_TIMEOUT '10',
      APPLICATION_NAME %s)
    """
        .formatted(
            CATALOG,
            Quote.text(catalog.host()),
            catalog.port(),
            Quote.text(catalog.database()),
            Quote.text(catalog.username()),
            Quote.text(catalog.password().reveal()),
            Quote.text(catalog.sslMode()),
            catalog
                .rootCertificate()
                .map(file -> "SSLROOTCERT " + Quote.text(file.toString()) + ",")
                .orElse(""),
            serverOptions.map(options -> "OPTIONS " + Quote.text(options) + ",").orElse(""),
            Quote.text(applicationName));
  }

  private static String s3(String name, S3Settings s3, String scope) {
    return s3("SECRET", name, s3, scope);
  }

  /**
   * The statement that makes a secret for the objects of a scope.
   *
   * @param kind {@code SECRET} or {@code TEMPORARY SECRET}
   */
  static String s3(String kind, String name, S3Settings s3, String scope) {
    StringBuilder sql = new StringBuilder("CREATE OR REPLACE %s %s (TYPE s3".formatted(kind, name));
    if (s3.accessKey().isPresent()) {
      sql.append(", KEY_ID ").append(Quote.text(s3.accessKey().get()));
      sql.append(", SECRET ").append(Quote.text(s3.secretKey().orElseThrow().reveal()));
    } else {
      // DuckDB's own chain lacks web identity, so the SDK's is asked.
      try (DefaultCredentialsProvider chain = DefaultCredentialsProvider.builder().build()) {
        AwsCredentials credentials = chain.resolveCredentials();
        sql.append(", KEY_ID ").append(Quote.text(credentials.accessKeyId()));
        sql.append(", SECRET ").append(Quote.text(credentials.secretAccessKey()));
        if (credentials instanceof AwsSessionCredentials session) {
          sql.append(", SESSION_TOKEN ").append(Quote.text(session.sessionToken()));
        }
      }
    }
    sql.append(", REGION ").append(Quote.text(s3.region()));
    s3.endpoint().ifPresent(endpoint -> sql.append(endpoint(endpoint)));
    sql.append(", URL_STYLE ").append(Quote.text(s3.pathStyle() ? "path" : "vhost"));
    return sql.append(", SCOPE ").append(Quote.text(scope)).append(")").toString();
  }

  private static String endpoint(URI endpoint) {
    return ", ENDPOINT %s, USE_SSL %s"
        .formatted(Quote.text(hostAndPort(endpoint)), isTls(endpoint));
  }

  /** DuckDB takes an endpoint without its scheme. */
  static String hostAndPort(URI endpoint) {
    return endpoint.getPort() < 0
        ? endpoint.getHost()
        : endpoint.getHost() + ":" + endpoint.getPort();
  }

  static boolean isTls(URI endpoint) {
    return "https".equals(endpoint.getScheme());
  }

  private static void run(Connection connection, String what, String sql) {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      // The cause is dropped: DuckDB echoes the statement, and this one holds credentials.
      String told = LakeErrors.tell(e.getMessage());
      throw new FinalFailure(
          "The "
              + what
              + " secret was refused by DuckDB: "
              + told.lines().findFirst().orElse("no reason given"));
    }
  }
}
