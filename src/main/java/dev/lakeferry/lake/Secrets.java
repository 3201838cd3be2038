package dev.lakeferry.lake;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.objects.S3Failures;
import dev.lakeferry.objects.StoreCredentials;
import dev.lakeferry.settings.DatabaseSettings;
import dev.lakeferry.settings.LakeSettings;
import dev.lakeferry.settings.S3Settings;
import dev.lakeferry.settings.SourceSettings;
import java.net.URI;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;
import java.util.Optional;
import java.util.stream.Stream;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.core.exception.SdkException;

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
  private final StoreCredentials credentials;

  Secrets(
      DatabaseSettings catalog,
      LakeSettings lake,
      SourceSettings source,
      StoreCredentials credentials) {
    this.catalog = catalog;
    this.lake = lake;
    this.source = source;
    this.credentials = credentials;
  }

  /** What the S3 secrets of an instance hold: the lake's credentials and the source's. */
  record Held(AwsCredentials lake, AwsCredentials source) {}

  /**
   * The credentials that secrets should hold now.
   *
   * @throws dev.lakeferry.failure.RunFailure if there are none
   */
  Held current() {
    try {
      return new Held(
          credentials.of(lake.s3()).resolveCredentials(),
          credentials.of(source.s3()).resolveCredentials());
    } catch (SdkException e) {
      throw S3Failures.of(e, "Looking for the credentials of the object store");
    }
  }

  /** Certificates that are trusted beside the usual ones. */
  Collection<Path> authorities() {
    return Stream.of(lake.s3(), source.s3())
        .flatMap(s3 -> s3.access().authorities().stream())
        .toList();
  }

  /** Makes or replaces the S3 secrets. */
  void putObjects(Connection connection, Held held) {
    run(connection, "S3 (lake)", s3("lakeferry_objects", lake.s3(), held.lake(), lake.dataPath()));
    run(
        connection,
        "S3 (source)",
        s3("lakeferry_source", source.s3(), held.source(), source.url()));
    // A model may lie in another bucket, and a Delta table may name files of another; the longest
    // scope that fits is used, so this one never serves the lake or the source.
    run(
        connection,
        "S3 (elsewhere)",
        s3("lakeferry_elsewhere", source.s3(), held.source(), "s3://"));
  }

  /** Makes the secrets of one DuckDB instance that stay as they are. */
  void create(Connection connection, String applicationName, Optional<String> serverOptions) {
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

  private static String s3(String name, S3Settings s3, AwsCredentials credentials, String scope) {
    return s3("SECRET", name, s3, credentials, scope);
  }

  /**
   * The statement that makes a secret for the objects of a scope.
   *
   * @param kind {@code SECRET} or {@code TEMPORARY SECRET}
   */
  static String s3(
      String kind, String name, S3Settings s3, AwsCredentials credentials, String scope) {
    StringBuilder sql = new StringBuilder("CREATE OR REPLACE %s %s (TYPE s3".formatted(kind, name));
    // DuckDB's own chain lacks web identity and renews nothing, so the SDK's credentials are told.
    sql.append(", KEY_ID ").append(Quote.text(credentials.accessKeyId()));
    sql.append(", SECRET ").append(Quote.text(credentials.secretAccessKey()));
    if (credentials instanceof AwsSessionCredentials session) {
      sql.append(", SESSION_TOKEN ").append(Quote.text(session.sessionToken()));
    }
    s3.access().kmsKey().ifPresent(key -> sql.append(", KMS_KEY_ID ").append(Quote.text(key)));
    if (s3.access().requesterPays()) {
      sql.append(", REQUESTER_PAYS true");
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
