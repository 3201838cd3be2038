package dev.lakeferry.demo;

import dev.lakeferry.settings.DatabaseSettings;
import dev.lakeferry.settings.Secret;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;

/**
 * A PostgreSQL server for the demo and the tests: real binaries, a free port of the loopback
 * interface, and the role and the catalog database of the local profile.
 *
 * <p>Passwords are asked for, as they are in production, so that a wrong one fails here too.
 * Whoever starts the server closes it; it does not end with the process by itself.
 */
public final class EmbeddedPostgres implements AutoCloseable {
  /** The superuser; its password is its name. */
  public static final String SUPERUSER = "postgres";

  private static final String HOST = "127.0.0.1";
  private static final String USER = "insights";
  private static final String PASSWORD = "insights";
  private static final String CATALOG = "ducklake";
  private static final Duration START_LIMIT = Duration.ofSeconds(30);

  private final Path directory;
  private final boolean kept;
  private io.zonky.test.db.postgres.embedded.EmbeddedPostgres server;
  private int port;

  private EmbeddedPostgres(Path directory, boolean kept) {
    this.directory = directory;
    this.kept = kept;
  }

  /**
   * Starts a server; returns when it answers and its role and database exist.
   *
   * @param dataDirectory where its files are kept from run to run; absent for files that go with
   *     the server
   * @throws IllegalStateException if it does not come up
   */
  public static EmbeddedPostgres start(Optional<Path> dataDirectory) {
    EmbeddedPostgres postgres = prepare(dataDirectory);
    try {
      postgres.restart();
      postgres.createRoleAndCatalog();
      return postgres;
    } catch (RuntimeException e) {
      postgres.close();
      throw e;
    }
  }

  private static EmbeddedPostgres prepare(Optional<Path> dataDirectory) {
    try {
      if (dataDirectory.isEmpty()) {
        return new EmbeddedPostgres(Files.createTempDirectory("lakeferry-postgres"), false);
      }
      Path directory = Files.createDirectories(dataDirectory.get().toAbsolutePath());
      OrphanedPostmaster.end(directory);
      return new EmbeddedPostgres(directory, true);
    } catch (IOException e) {
      throw new UncheckedIOException("Embedded PostgreSQL could not make its data directory.", e);
    }
  }

  /** The loopback address. */
  public String host() {
    return HOST;
  }

  /** The port, which stays the same over {@link #restart()}. */
  public int port() {
    return port;
  }

  /** The role that owns the catalog and may create databases. */
  public String user() {
    return USER;
  }

  /** The password of {@link #user()}. */
  public String password() {
    return PASSWORD;
  }

  /** Where a database is to be found, without credentials. */
  public String jdbcUrl(String database) {
    return "jdbc:postgresql://" + HOST + ":" + port + "/" + database;
  }

  /** How the service reaches a database as {@link #user()}. */
  public DatabaseSettings settings(String database) {
    return new DatabaseSettings(
        HOST, port, database, USER, new Secret(PASSWORD), "disable", Optional.empty());
  }

  /** Creates a database that {@link #user()} owns, unless it is there. */
  public void createDatabase(String name) {
    try (Connection connection = superuser();
        Statement statement = connection.createStatement()) {
      createDatabase(statement, name);
    } catch (SQLException e) {
      throw new IllegalStateException("Embedded PostgreSQL could not create " + name + ".", e);
    }
  }

  /** Shuts the server down, ending every session; its data and its port stay reserved for it. */
  public synchronized void stop() {
    if (server == null) {
      return;
    }
    try {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException("Embedded PostgreSQL could not be stopped.", e);
    } finally {
      server = null;
    }
  }

  /** Starts the server after {@link #stop()}, on its former port and data. */
  public synchronized void restart() {
    stop();
    try {
      Path passwordFile = Files.createTempFile("lakeferry-postgres", ".password");
      try {
        Files.writeString(passwordFile, SUPERUSER);
        server = builder(passwordFile).start();
        port = server.getPort();
      } finally {
        Files.deleteIfExists(passwordFile);
      }
    } catch (IOException e) {
      throw new IllegalStateException(
          "Embedded PostgreSQL did not start in " + directory + ": " + e.getMessage(), e);
    }
  }

  private io.zonky.test.db.postgres.embedded.EmbeddedPostgres.Builder builder(Path passwordFile) {
    return io.zonky.test.db.postgres.embedded.EmbeddedPostgres.builder()
        .setPort(port)
        .setDataDirectory(directory)
        .setCleanDataDirectory(false)
        // A hook would end the server while a service on it is still draining.
        .setRegisterShutdownHook(false)
        .setPGStartupWait(START_LIMIT)
        // The library asks initdb for trust; what comes later on its command line wins.
        .setLocaleConfig("auth-local", "scram-sha-256")
        .setLocaleConfig("auth-host", "scram-sha-256")
        .setLocaleConfig("pwfile", passwordFile.toString())
        .setLocaleConfig("locale", "C")
        .setLocaleConfig("locale-provider", "builtin")
        .setLocaleConfig("builtin-locale", "C.UTF-8")
        .setConnectConfig("password", SUPERUSER)
        // DuckLake tells conflicts by the English text of the error (duckdb/ducklake#1311).
        .setServerConfig("lc_messages", "C")
        // The library turns it off; a killed server must not forget what it has acknowledged.
        .setServerConfig("synchronous_commit", "on")
        // Everyone comes by TCP; a socket in /tmp would outlive a killed process.
        .setServerConfig("unix_socket_directories", "");
  }

  private void createRoleAndCatalog() {
    try (Connection connection = superuser();
        Statement statement = connection.createStatement()) {
      if (!exists(statement, "SELECT FROM pg_roles WHERE rolname = '" + USER + "'")) {
        statement.execute("CREATE ROLE " + USER + " LOGIN CREATEDB PASSWORD '" + PASSWORD + "'");
      }
      createDatabase(statement, CATALOG);
    } catch (SQLException e) {
      throw new IllegalStateException(
          "Embedded PostgreSQL could not create the role insights and the database ducklake.", e);
    }
  }

  private static void createDatabase(Statement statement, String name) throws SQLException {
    String literal = "'" + name.replace("'", "''") + "'";
    if (!exists(statement, "SELECT FROM pg_database WHERE datname = " + literal)) {
      statement.execute("CREATE DATABASE \"" + name.replace("\"", "\"\"") + "\" OWNER " + USER);
    }
  }

  private static boolean exists(Statement statement, String query) throws SQLException {
    try (ResultSet rows = statement.executeQuery(query)) {
      return rows.next();
    }
  }

  private Connection superuser() throws SQLException {
    return DriverManager.getConnection(jdbcUrl("postgres"), SUPERUSER, SUPERUSER);
  }

  /** Stops the server and, unless they are to be kept, removes its files. */
  @Override
  public void close() {
    stop();
    if (!kept) {
      TemporaryDirectory.delete(directory);
    }
  }
}
