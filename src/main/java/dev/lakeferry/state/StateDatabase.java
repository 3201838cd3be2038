package dev.lakeferry.state;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.lakeferry.settings.DatabaseSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationInfoService;
import org.flywaydb.core.api.MigrationState;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.postgres.PostgresPlugin;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * The service's own PostgreSQL database, schema {@code lakeferry}. Times in it are the database's,
 * so that replicas whose clocks differ agree.
 *
 * <p>Opening does not connect: the service starts while the database is down, and each use fails
 * until it is up.
 */
public final class StateDatabase implements AutoCloseable {
  /** The schema that holds every table of the service. */
  public static final String SCHEMA = "lakeferry";

  private static final Duration CONNECT = Duration.ofSeconds(10);
  private static final Duration ANSWER = Duration.ofMinutes(2);

  /** How long a transaction may wait for its next statement; ours take milliseconds. */
  private static final Duration IDLE = Duration.ofSeconds(10);

  private final DatabaseSettings settings;
  private final HikariDataSource pool;
  private final Jdbi jdbi;

  private StateDatabase(DatabaseSettings settings, HikariDataSource pool) {
    this.settings = settings;
    this.pool = pool;
    this.jdbi = Jdbi.create(pool).installPlugin(new PostgresPlugin());
  }

  /**
   * Makes the pool without connecting.
   *
   * @param poolSize the most connections the pool opens, 1 or more; locks open theirs beside it
   */
  public static StateDatabase open(DatabaseSettings settings, int poolSize) {
    var source = source(settings, "lakeferry");
    // An answer that never comes (a host that vanished) must not hold a worker for ever.
    source.setSocketTimeout(Math.toIntExact(ANSWER.toSeconds()));
    // A process that is paused between two statements must not keep its row locks: nobody could
    // take
    // its runs over, or claim.
    source.setOptions("-c idle_in_transaction_session_timeout=" + IDLE.toMillis());
    var config = new HikariConfig();
    config.setPoolName("state");
    config.setDataSource(source);
    config.setMaximumPoolSize(poolSize);
    config.setMinimumIdle(Math.min(2, poolSize));
    config.setConnectionTimeout(CONNECT.toMillis());
    config.setInitializationFailTimeout(-1);
    return new StateDatabase(settings, new HikariDataSource(config));
  }

  /**
   * Brings the schema to the version that this program knows; replicas that start together wait for
   * one another.
   *
   * @return how many migrations were applied
   * @throws org.flywaydb.core.api.FlywayException if the database cannot be reached or is newer
   */
  public int migrate() {
    return flyway().migrate().migrationsExecuted;
  }

  /**
   * How many migrations the database lacks.
   *
   * @throws org.flywaydb.core.api.FlywayException if the database cannot be reached
   * @throws IllegalStateException if it has migrations that this program does not know
   */
  public int pendingMigrations() {
    MigrationInfoService info = flyway().info();
    for (MigrationInfo migration : info.all()) {
      if (migration.getState() == MigrationState.FUTURE_SUCCESS) {
        throw new IllegalStateException(
            "Its tables are of a newer version of this program (migration %s)."
                .formatted(migration.getVersion()));
      }
    }
    return info.pending().length;
  }

  private Flyway flyway() {
    return Flyway.configure()
        .dataSource(pool)
        .schemas(SCHEMA)
        .defaultSchema(SCHEMA)
        .locations("classpath:db/migration")
        .load();
  }

  /** The way to all statements; its handles come from the pool. */
  public Jdbi jdbi() {
    return jdbi;
  }

  /** The pool, with search path {@code lakeferry}; for routes. */
  public DataSource dataSource() {
    return pool;
  }

  /**
   * Opens a connection outside the pool, which its caller closes. What is bound to a session, a
   * lock, needs one.
   *
   * @param applicationName what the server's session list shows, cut by it to 63 bytes
   * @throws SQLException if the database cannot be reached
   */
  public Connection connect(String applicationName) throws SQLException {
    return source(settings, applicationName).getConnection();
  }

  @Override
  public void close() {
    pool.close();
  }

  private static PGSimpleDataSource source(DatabaseSettings settings, String applicationName) {
    var source = new PGSimpleDataSource();
    source.setServerNames(new String[] {settings.host()});
    source.setPortNumbers(new int[] {settings.port()});
    source.setDatabaseName(settings.database());
    source.setUser(settings.username());
    source.setPassword(settings.password().reveal());
    source.setSslMode(settings.sslMode());
    settings.rootCertificate().ifPresent(path -> source.setSslRootCert(path.toString()));
    source.setCurrentSchema(SCHEMA);
    source.setApplicationName(applicationName);
    source.setConnectTimeout(Math.toIntExact(CONNECT.toSeconds()));
    source.setTcpKeepAlive(true);
    return source;
  }
}
