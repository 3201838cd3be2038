package dev.lakeferry.lake;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.failure.RunFailure;
import dev.lakeferry.objects.StoreCredentials;
import dev.lakeferry.settings.DatabaseSettings;
import dev.lakeferry.settings.DuckgresSettings;
import dev.lakeferry.settings.LakeSettings;
import dev.lakeferry.settings.SourceSettings;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A Duckgres server: DuckDB behind PostgreSQL's protocol, which has the lake attached. Each session
 * is one connection; before it is used both views of the lake must be the same, and it has the
 * credentials of the buckets that it reads.
 */
public final class DuckgresLake implements Lake {
  private static final Logger LOG = LoggerFactory.getLogger(DuckgresLake.class);

  private final DuckgresSettings server;
  private final LakeSettings lake;
  private final SourceSettings source;
  private final StoreCredentials credentials;
  private final Catalog catalog;
  private final SameLake sameLake;
  private volatile String trouble;

  /** Takes settings; connects when first used. */
  public DuckgresLake(
      DuckgresSettings server, DatabaseSettings catalog, LakeSettings lake, SourceSettings source) {
    this(server, catalog, lake, source, StoreCredentials.shared());
  }

  DuckgresLake(
      DuckgresSettings server,
      DatabaseSettings catalog,
      LakeSettings lake,
      SourceSettings source,
      StoreCredentials credentials) {
    this.server = server;
    this.lake = lake;
    this.source = source;
    this.credentials = credentials;
    this.catalog = new Catalog(catalog, lake.metadataSchema());
    this.sameLake = new SameLake(this.catalog, lake, server.place());
  }

  @Override
  public LakeSession open(String purpose) {
    String name = applicationName(purpose);
    BucketSecrets secrets = new BucketSecrets(lake, source, credentials);
    try {
      LakeSession session =
          new LakeSession(
              () -> connect(name, secrets), new DuckgresDialect(secrets), name, () -> {}, () -> {});
      trouble = null;
      LOG.debug("Session at Duckgres opened: {}", name);
      return session;
    } catch (RunFailure e) {
      trouble = e.getMessage();
      throw e;
    }
  }

  private Connection connect(String name, BucketSecrets secrets) throws SQLException {
    Connection connection = DuckgresConnections.open(server, name);
    try {
      sameLake.require(connection);
      speakUtc(connection);
      secrets.make(connection);
      return connection;
    } catch (SQLException | RuntimeException e) {
      closeQuietly(connection);
      throw e;
    }
  }

  /**
   * Law "path text is not a value until compared": times without a zone are read in the session's.
   * Only a global setting is heeded; without the word the server answers and does nothing.
   */
  private void speakUtc(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET GLOBAL TimeZone = 'UTC'");
      try (ResultSet row =
          statement.executeQuery("SELECT value FROM duckdb_settings() WHERE name = 'TimeZone'")) {
        if (!row.next() || !"UTC".equals(row.getString(1))) {
          throw new FinalFailure(
              "Duckgres at %s does not take the time zone UTC; load its extension icu."
                  .formatted(server.place()));
        }
      }
    }
  }

  /** Printable ASCII, and not longer than anybody reads. */
  private static String applicationName(String purpose) {
    String name = "lakeferry " + purpose.replaceAll("[^\\x20-\\x7e]", "_");
    return name.substring(0, Math.min(200, name.length()));
  }

  @Override
  public Optional<String> trouble() {
    return Optional.ofNullable(trouble);
  }

  @Override
  public void mend() {
    if (trouble != null) {
      open("readiness").close();
    }
  }

  /** None: a connection that broke is thrown away with its session, as each is. */
  @Override
  public long discarded() {
    return 0;
  }

  private static void closeQuietly(Connection connection) {
    try {
      connection.close();
    } catch (SQLException e) {
      LOG.debug("Closing a connection to Duckgres failed", e);
    }
  }

  @Override
  public void close() {
    catalog.close();
  }
}
