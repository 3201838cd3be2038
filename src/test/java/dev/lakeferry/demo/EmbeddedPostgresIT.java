package dev.lakeferry.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedPostgresIT {
  private static EmbeddedPostgres postgres;

  @BeforeAll
  static void start() {
    postgres = EmbeddedPostgres.start(Optional.empty());
  }

  @AfterAll
  static void close() {
    postgres.close();
  }

  @Test
  void theRoleOwnsTheCatalogAndMayCreateDatabases() throws SQLException {
    assertThat(
            query(
                "ducklake",
                """
                SELECT pg_get_userbyid(datdba)
                FROM pg_database
                WHERE datname = 'ducklake'
                """))
        .isEqualTo("insights");
    try (Connection connection = connect(postgres, "ducklake", "insights");
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE lakeferry");
    }
    assertThat(query("lakeferry", "SELECT current_database()")).isEqualTo("lakeferry");
  }

  @Test
  void aWrongPasswordIsRefusedForEveryRole() {
    assertThatThrownBy(() -> connect(postgres, "ducklake", "wrong"))
        .isInstanceOf(SQLException.class)
        .extracting(e -> ((SQLException) e).getSQLState())
        .isEqualTo("28P01");
    assertThatThrownBy(
            () ->
                DriverManager.getConnection(
                    postgres.jdbcUrl("postgres"), EmbeddedPostgres.SUPERUSER, "wrong"))
        .hasMessageContaining("password authentication failed");
  }

  @Test
  void itsMessagesAreEnglishAndItsLettersUnicode() throws SQLException {
    assertThat(query("ducklake", "SHOW lc_messages")).isEqualTo("C");
    assertThat(query("ducklake", "SELECT upper('é')")).isEqualTo("É");
  }

  @Test
  void creatingADatabaseTwiceIsNoError() throws SQLException {
    postgres.createDatabase("twice");
    postgres.createDatabase("twice");
    assertThat(query("twice", "SELECT current_user")).isEqualTo("insights");
  }

  @Test
  void stoppedItIsDownAndRestartedItHasItsPortAndItsData() throws SQLException {
    EmbeddedPostgres own = EmbeddedPostgres.start(Optional.empty());
    try (own) {
      int port = own.port();
      update(own, "CREATE TABLE kept AS SELECT 42 AS answer");
      own.stop();
      assertThatThrownBy(() -> connect(own, "ducklake", "insights"))
          .hasMessageContaining("refused");
      own.restart();
      assertThat(own.port()).isEqualTo(port);
      assertThat(query(own, "ducklake", "SELECT answer FROM kept")).isEqualTo("42");
    }
  }

  @Test
  void aKeptDirectoryIsFoundAgain(@TempDir Path directory) throws SQLException {
    try (EmbeddedPostgres first = EmbeddedPostgres.start(Optional.of(directory))) {
      update(first, "CREATE TABLE kept AS SELECT 42 AS answer");
    }
    try (EmbeddedPostgres next = EmbeddedPostgres.start(Optional.of(directory))) {
      assertThat(query(next, "ducklake", "SELECT answer FROM kept")).isEqualTo("42");
    }
  }

  @Test
  void theServerOfAKilledProcessMakesRoomForTheNext(@TempDir Path directory) throws Exception {
    Process killed =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                StartedServer.class.getName(),
                directory.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    assertThat(killed.inputReader().readLine()).isEqualTo("started");
    killed.destroyForcibly().waitFor();
    assertThat(directory.resolve("postmaster.pid")).exists();
    try (EmbeddedPostgres next = EmbeddedPostgres.start(Optional.of(directory))) {
      assertThat(query(next, "ducklake", "SELECT 42")).isEqualTo("42");
    }
  }

  /** A process that starts a server and then waits to be killed. */
  static final class StartedServer {
    private StartedServer() {}

    public static void main(String[] arguments) throws Exception {
      EmbeddedPostgres.start(Optional.of(Path.of(arguments[0])));
      System.out.println("started");
      System.in.read();
    }
  }

  private static String query(String database, String sql) throws SQLException {
    return query(postgres, database, sql);
  }

  private static String query(EmbeddedPostgres server, String database, String sql)
      throws SQLException {
    try (Connection connection = connect(server, database, server.password());
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      assertThat(rows.next()).isTrue();
      return rows.getString(1);
    }
  }

  private static void update(EmbeddedPostgres server, String sql) throws SQLException {
    try (Connection connection = connect(server, "ducklake", server.password());
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static Connection connect(EmbeddedPostgres server, String database, String password)
      throws SQLException {
    return DriverManager.getConnection(server.jdbcUrl(database), server.user(), password);
  }
}
