package dev.lakeferry.lake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lakeferry.demo.EmbeddedPostgres;
import dev.lakeferry.settings.DuckgresSettings;
import dev.lakeferry.settings.Secret;
import dev.lakeferry.testing.SharedStack;
import dev.lakeferry.testing.TestCertificate;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How a Duckgres server is connected to, tried on a PostgreSQL that speaks TLS. */
class DuckgresConnectionsIT {
  @TempDir static Path ours;
  @TempDir static Path others;

  private static TestCertificate certificate;
  private static EmbeddedPostgres postgres;

  @BeforeAll
  static void switchTlsOn() throws SQLException {
    certificate = TestCertificate.make(ours, "dns:localhost");
    postgres = SharedStack.get().postgres();
    superuser(
        "ALTER SYSTEM SET ssl_cert_file = " + Quote.text(certificate.certificate().toString()),
        "ALTER SYSTEM SET ssl_key_file = " + Quote.text(certificate.key().toString()),
        "ALTER SYSTEM SET ssl = on",
        "SELECT pg_reload_conf()");
    Awaitility.await().until(() -> encrypted(server("localhost", "require", null, true)));
  }

  @AfterAll
  static void switchTlsOff() throws SQLException {
    superuser(
        "ALTER SYSTEM RESET ssl",
        "ALTER SYSTEM RESET ssl_cert_file",
        "ALTER SYSTEM RESET ssl_key_file",
        "SELECT pg_reload_conf()");
  }

  private static void superuser(String... statements) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection(
                postgres.jdbcUrl("postgres"),
                EmbeddedPostgres.SUPERUSER,
                EmbeddedPostgres.SUPERUSER);
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private static DuckgresSettings server(
      String host, String mode, Path rootCertificate, boolean selfSigned) {
    return new DuckgresSettings(
        host,
        postgres.port(),
        "ducklake",
        postgres.user(),
        new Secret(postgres.password()),
        mode,
        Optional.ofNullable(rootCertificate),
        selfSigned,
        Optional.of("4"),
        Optional.of("16Gi"));
  }

  private static boolean encrypted(DuckgresSettings server) {
    return ask(server, "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()").equals("t");
  }

  private static String ask(DuckgresSettings server, String sql) {
    try (Connection connection = DuckgresConnections.open(server, "lakeferry run-1 attempt 2");
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getString(1);
    } catch (SQLException e) {
      return String.valueOf(e.getMessage()) + " " + e.getCause();
    }
  }

  @Test
  void aCertificateThatIsTrustedAndOfThatHostIsTaken() {
    assertThat(encrypted(server("localhost", "verify-full", certificate.certificate(), false)))
        .isTrue();
  }

  @Test
  void aCertificateOfAnotherHostIsRefusedByVerifyFullAlone() {
    assertThat(encrypted(server("127.0.0.1", "verify-full", certificate.certificate(), false)))
        .isFalse();
    assertThat(encrypted(server("127.0.0.1", "verify-ca", certificate.certificate(), false)))
        .isTrue();
  }

  @Test
  void aCertificateThatIsNotTheTrustedOneIsRefusedEvenByRequire() {
    TestCertificate another = TestCertificate.make(others, "dns:localhost");
    for (String mode : new String[] {"require", "verify-ca", "verify-full"}) {
      assertThat(ask(server("localhost", mode, another.certificate(), false), "SELECT 1"))
          .as(mode)
          .contains("SSL error");
    }
  }

  @Test
  void aSelfSignedCertificateIsTakenOnlyByExplicitChoice() {
    assertThat(ask(server("localhost", "require", null, false), "SELECT 1")).contains("PKIX");
    assertThat(encrypted(server("localhost", "require", null, true))).isTrue();
  }

  @Test
  void theServerIsToldWhoItIsAndWhatWorkerIsWished() {
    DuckgresSettings server = server("localhost", "require", null, true);

    assertThat(ask(server, "SHOW application_name")).isEqualTo("lakeferry run-1 attempt 2");
    assertThat(ask(server, "SHOW duckgres.worker_cpu")).isEqualTo("4");
    assertThat(ask(server, "SHOW duckgres.worker_memory")).isEqualTo("16Gi");
  }

  @Test
  void aServerWithoutTlsNeverSeesThePassword() throws Exception {
    try (ServerSocket plain = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CompletableFuture<Integer> afterwards =
          CompletableFuture.supplyAsync(() -> sentAfterTlsWasRefused(plain));
      DuckgresSettings server =
          new DuckgresSettings(
              "127.0.0.1",
              plain.getLocalPort(),
              "ducklake",
              "insights",
              new Secret("hunter2"),
              "require",
              Optional.empty(),
              true,
              Optional.empty(),
              Optional.empty());

      assertThatThrownBy(() -> DuckgresConnections.open(server, "lakeferry").close())
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("SSL");
      assertThat(afterwards.get(10, TimeUnit.SECONDS)).isEqualTo(-1);
    }
  }

  private static int sentAfterTlsWasRefused(ServerSocket plain) {
    try (Socket client = plain.accept()) {
      client.getInputStream().readNBytes(8);
      client.getOutputStream().write('N');
      client.getOutputStream().flush();
      return client.getInputStream().read();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
