package dev.lakeferry.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.lakeferry.failure.RetryableFailure;
import dev.lakeferry.failure.RetryableFailure.Cause;
import dev.lakeferry.lake.CatalogSessions;
import dev.lakeferry.lake.CommitFailure;
import dev.lakeferry.lake.EmbeddedLake;
import dev.lakeferry.lake.LakeInit;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.lake.LakeTransaction;
import dev.lakeferry.settings.DatabaseSettings;
import dev.lakeferry.settings.LakeSettings;
import dev.lakeferry.settings.Secret;
import dev.lakeferry.testing.TestLake;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A catalog server that speaks German: DuckLake knows a conflict, and the service a lost
 * connection, by English words. Needs Debian's PostgreSQL and the locale de_DE.UTF-8, else it is
 * skipped: the embedded server has no translations.
 */
@Tag("faults")
class GermanCatalogIT {
  private static final Path SERVERS = Path.of("/usr/lib/postgresql");
  private static final String USER = "insights";

  @TempDir private static Path folder;
  private static Process server;
  private static TestLake english;
  private static DatabaseSettings catalog;

  @BeforeAll
  static void begin() throws Exception {
    assumeTrue(Files.isDirectory(SERVERS), "Debian's PostgreSQL is not installed");
    assumeTrue(
        output("locale", "-a").contains("de_DE.utf8"), "The locale de_DE.UTF-8 is not installed");
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    String data = folder.resolve("data").toString();
    if (root()) {
      output("chown", "postgres", folder.toString());
    }
    output(
        asServer(
            "initdb",
            "-D",
            data,
            "-U",
            USER,
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--locale=C.UTF-8",
            "--lc-messages=de_DE.UTF-8"));
    server =
        new ProcessBuilder(
                asServer(
                    "postgres",
                    "-D",
                    data,
                    "-p",
                    Integer.toString(port),
                    "-c",
                    "listen_addresses=127.0.0.1",
                    "-c",
                    "unix_socket_directories="))
            .redirectErrorStream(true)
            .redirectOutput(Path.of("target/german-catalog.log").toFile())
            .start();
    catalog =
        new DatabaseSettings(
            "127.0.0.1", port, "postgres", USER, new Secret(USER), "disable", Optional.empty());
    Awaitility.await().ignoreExceptions().until(() -> plain("SELECT 1").isEmpty());
    english = new TestLake();
    new LakeInit(
            english.engineSettings(),
            catalog,
            settings(),
            english.sourceSettings(),
            english.objects())
        .run(true);
  }

  @AfterAll
  static void end() throws IOException {
    if (server != null) {
      server.destroy();
    }
    if (english != null) {
      english.close();
    }
  }

  private static boolean root() {
    return System.getProperty("user.name").equals("root");
  }

  private static String[] asServer(String program, String... arguments) {
    try (Stream<Path> versions = Files.list(SERVERS)) {
      List<String> command = new ArrayList<>();
      if (root()) {
        command.addAll(List.of("runuser", "-u", "postgres", "--"));
      }
      command.add(versions.findFirst().orElseThrow().resolve("bin").resolve(program).toString());
      command.addAll(Arrays.asList(arguments));
      return command.toArray(String[]::new);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static String output(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String told = new String(process.getInputStream().readAllBytes());
    assertThat(process.waitFor()).as(told).isZero();
    return told;
  }

  /** What a connection that asks for nothing is told; empty if nothing is wrong. */
  private static String plain(String sql) throws SQLException {
    String url =
        "jdbc:postgresql://%s:%d/%s".formatted(catalog.host(), catalog.port(), catalog.database());
    try (Connection connection = DriverManager.getConnection(url, USER, USER);
        Statement statement = connection.createStatement()) {
      try {
        statement.execute(sql);
        return "";
      } catch (SQLException e) {
        return e.getMessage();
      }
    }
  }

  private static LakeSettings settings() {
    LakeSettings lake = english.lakeSettings();
    return new LakeSettings(
        lake.bucket(), lake.dataPath() + "german/", lake.metadataSchema(), lake.s3());
  }

  private static EmbeddedLake lake() {
    return new EmbeddedLake(
        english.engineSettings(), catalog, settings(), english.sourceSettings());
  }

  @Test
  void aConflictIsKnownAndALostConnectionToo() throws SQLException {
    assertThat(plain("SELECT * FROM nowhere")).contains("existiert nicht");
    try (EmbeddedLake one = lake();
        EmbeddedLake other = lake();
        LakeSession first = one.open("first");
        LakeSession second = other.open("second")) {
      first.execute("CREATE SCHEMA ducklake.s");
      LakeTransaction winner = first.begin();
      LakeTransaction loser = second.begin();
      first.execute("CREATE TABLE ducklake.s.t (id INTEGER)");
      second.execute("CREATE TABLE ducklake.s.t (id INTEGER)");
      winner.commit();

      assertThatThrownBy(loser::commit)
          .isInstanceOfSatisfying(
              CommitFailure.class, failed -> assertThat(kind(failed)).isEqualTo(Cause.CONFLICT));
    }
    try (EmbeddedLake lake = lake();
        LakeSession session = lake.open("cut")) {
      LakeTransaction cut = session.begin();
      session.execute("CREATE TABLE ducklake.s.u (id INTEGER)");
      assertThat(new CatalogSessions(catalog).end(session.catalogSession())).isPositive();

      assertThatThrownBy(cut::commit)
          .isInstanceOfSatisfying(
              CommitFailure.class, failed -> assertThat(kind(failed)).isEqualTo(Cause.CONNECTION));
    }
  }

  @Test
  void aCommitThatAnotherCameBeforeIsMadeAgain() {
    try (EmbeddedLake one = lake();
        EmbeddedLake other = lake();
        LakeSession first = one.open("first");
        LakeSession second = other.open("second")) {
      LakeTransaction earlier = first.begin();
      LakeTransaction later = second.begin();
      first.execute("CREATE SCHEMA ducklake.one");
      second.execute("CREATE SCHEMA ducklake.other");
      earlier.commit();
      later.commit();
      second.renew();
      assertThat(
              second.number(
                  "SELECT count(*) FROM duckdb_schemas() WHERE database_name = 'ducklake' AND schema_name IN ('one', 'other')"))
          .isEqualTo(2);
    }
  }

  private static Cause kind(CommitFailure failed) {
    return ((RetryableFailure) failed.failure()).kind();
  }
}
