package dev.lakeferry.lake;

import dev.lakeferry.objects.TrustedAuthorities;
import dev.lakeferry.settings.EngineSettings;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;
import java.util.Optional;
import java.util.Properties;
import java.util.UUID;
import org.duckdb.DuckDBConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One DuckDB instance with the lake attached. One publication uses it at a time: concurrent DDL
 * transactions on one instance are not safe in DuckDB 1.5 (duckdb/ducklake#1248).
 */
final class EmbeddedEngine implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedEngine.class);

  /** Uploads may hold an eighth of the memory; DuckDB lets up to 50 of 8 MB each wait. */
  private static final long MEMORY_AN_UPLOAD = 64L << 20;

  private static final int MOST_UPLOADS = 50;

  /** Below the engine's temporary directory. */
  private static final String AUTHORITIES = "authorities.pem";

  private final DuckDBConnection root;
  private final String catalogSession;
  private final FreshSecrets fresh;
  private final EngineThreads threads;
  private volatile boolean invalidated;

  private EmbeddedEngine(
      DuckDBConnection root, String catalogSession, FreshSecrets fresh, EngineThreads threads) {
    this.root = root;
    this.catalogSession = catalogSession;
    this.fresh = fresh;
    this.threads = threads;
  }

  /** Builds an instance: extensions, secrets, ATTACH. */
  static EmbeddedEngine build(
      EngineSettings settings, Secrets secrets, Optional<String> serverOptions, Attach attach) {
    LakeErrors errors = new LakeErrors(() -> {});
    EngineThreads threads =
        new EngineThreads(
            Runtime.getRuntime().availableProcessors(), settings.threads(), settings.memoryLimit());
    LOG.info(
        "DuckDB has up to {} threads for footers and small files, {} for all else, as its memory allows",
        settings.threads(),
        threads.forAnyWork());
    Connection connection = null;
    try {
      // A private instance a connection; the root connection keeps it alive.
      connection = DriverManager.getConnection("jdbc:duckdb:", properties(settings, threads));
      // Its own name, so that whoever takes over from a dead worker ends this engine's backends
      // alone.
      String catalogSession = "lakeferry engine " + UUID.randomUUID();
      EmbeddedEngine engine =
          new EmbeddedEngine(
              connection.unwrap(DuckDBConnection.class),
              catalogSession,
              new FreshSecrets(secrets),
              threads);
      Extensions.load(connection, settings.extensionDirectory());
      engine.trust(secrets.authorities(), settings.tempDirectory());
      secrets.create(connection, catalogSession, serverOptions);
      engine.fresh.ensure(connection);
      engine.run("SET GLOBAL ducklake_max_retry_count = " + LakeSession.COMMIT_RETRIES);
      engine.run("SET GLOBAL pg_pool_enable_thread_local_cache = false");
      if (settings.maxTempDirectorySize().isPresent()) {
        // DuckDB 1.5.5 shows this setting but does not heed it where it is given with the
        // connection.
        engine.run(
            "SET GLOBAL max_temp_directory_size = '%dB'"
                .formatted(settings.maxTempDirectorySize().get()));
      }
      engine.run("SET GLOBAL TimeZone = 'UTC'");
      // Rewriting a table larger than the memory limit would hold back whole batches otherwise.
      engine.run("SET GLOBAL preserve_insertion_order = false");
      // A ten-thousandth of this is held in memory for each file that is being written, 80 MB by
      // default; a file that DuckLake writes is about 512 MB.
      engine.run("SET GLOBAL s3_uploader_max_filesize = '60GB'");
      engine.run("SET GLOBAL s3_uploader_thread_limit = " + uploads(settings));
      engine.run(attach.sql());
      return engine;
    } catch (SQLException e) {
      closeQuietly(connection);
      throw errors.classify(e);
    } catch (RuntimeException e) {
      closeQuietly(connection);
      throw e;
    }
  }

  /** Which ATTACH an engine makes. */
  enum Attach {
    /** Only an existing lake: a wrong database must not silently become a new one. */
    EXISTING("CREATE_IF_NOT_EXISTS false"),
    /** A lake that may be new: {@code lake init} alone. */
    NEW("CREATE_IF_NOT_EXISTS true");

    private final String option;

    Attach(String option) {
      this.option = option;
    }

    String sql() {
      return "ATTACH 'ducklake:%s' AS %s (%s, DATA_INLINING_ROW_LIMIT 0)"
          .formatted(Secrets.LAKE, Quote.name(Lake.ALIAS), option);
    }
  }

  private static Properties properties(EngineSettings settings, EngineThreads threads) {
    Properties properties = new Properties();
    properties.setProperty("extension_directory", settings.extensionDirectory().toString());
    properties.setProperty("autoinstall_known_extensions", "false");
    properties.setProperty("autoload_known_extensions", "false");
    properties.setProperty("allow_persistent_secrets", "false");
    properties.setProperty("memory_limit", settings.memoryLimit() + "B");
    properties.setProperty("threads", Integer.toString(threads.forAnyWork()));
    properties.setProperty("temp_directory", settings.tempDirectory().toString());
    return properties;
  }

  private static long uploads(EngineSettings settings) {
    return Math.max(2, Math.min(MOST_UPLOADS, settings.memoryLimit() / MEMORY_AN_UPLOAD));
  }

  LakeSession session(Runnable onClose) {
    Runnable discard = () -> invalidated = true;
    return new LakeSession(
        this::connect,
        new EmbeddedDialect(fresh, threads, discard),
        catalogSession,
        discard,
        onClose);
  }

  /** A connection that tells how far its queries are, to whoever asks and on no terminal. */
  private Connection connect() throws SQLException {
    Connection connection = root.duplicate();
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET enable_progress_bar = true");
      statement.execute("SET enable_progress_bar_print = false");
      return connection;
    } catch (SQLException e) {
      closeQuietly(connection);
      throw e;
    }
  }

  boolean invalidated() {
    return invalidated;
  }

  private void trust(Collection<Path> files, Path directory) throws SQLException {
    TrustedAuthorities authorities = new TrustedAuthorities(files);
    if (!authorities.areUsual()) {
      Path bundle = directory.resolve(AUTHORITIES);
      authorities.writeTo(bundle);
      run("SET GLOBAL ca_cert_file = " + Quote.text(bundle.toString()));
    }
  }

  private void run(String sql) throws SQLException {
    try (Statement statement = root.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  public void close() {
    closeQuietly(root);
  }

  private static void closeQuietly(Connection connection) {
    try {
      if (connection != null) {
        connection.close();
      }
    } catch (SQLException e) {
      LOG.debug("Closing a DuckDB connection failed", e);
    }
  }
}
