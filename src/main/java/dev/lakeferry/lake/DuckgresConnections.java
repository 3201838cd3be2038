package dev.lakeferry.lake;

import dev.lakeferry.settings.DuckgresSettings;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.postgresql.ssl.DefaultJavaSSLFactory;
import org.postgresql.ssl.NonValidatingFactory;

/**
 * Connections to a Duckgres server, always by TLS: there is no setting under which the password
 * would travel in clear.
 */
public final class DuckgresConnections {
  /** A server with workers on demand lets a client wait for one, 60 s unless set otherwise. */
  private static final String LOGIN_SECONDS = "180";

  private DuckgresConnections() {}

  /**
   * Opens one, which its caller closes.
   *
   * @param applicationName what the server's list of sessions shows
   */
  public static Connection open(DuckgresSettings server, String applicationName)
      throws SQLException {
    return DriverManager.getConnection(
        "jdbc:postgresql://%s:%d/%s".formatted(server.host(), server.port(), server.database()),
        properties(server, applicationName));
  }

  static Properties properties(DuckgresSettings server, String applicationName) {
    Properties properties = new Properties();
    properties.setProperty("user", server.username());
    properties.setProperty("password", server.password().reveal());
    properties.setProperty("preferQueryMode", "simple");
    properties.setProperty("ApplicationName", applicationName);
    // Else the name would be SET afterwards, which the server does not heed.
    properties.setProperty("assumeMinServerVersion", "12");
    properties.setProperty("connectTimeout", "10");
    properties.setProperty("loginTimeout", LOGIN_SECONDS);
    properties.setProperty("tcpKeepAlive", "true");
    List<String> options = new ArrayList<>();
    server.workerCpu().ifPresent(cpu -> options.add("-c duckgres.worker_cpu=" + cpu));
    server.workerMemory().ifPresent(memory -> options.add("-c duckgres.worker_memory=" + memory));
    if (!options.isEmpty()) {
      properties.setProperty("options", String.join(" ", options));
    }
    tls(server, properties);
    return properties;
  }

  private static void tls(DuckgresSettings server, Properties properties) {
    if (server.rootCertificate().isPresent()) {
      properties.setProperty("sslrootcert", server.rootCertificate().get().toString());
      // The driver's own require verifies nothing, not even against a certificate that is given.
      properties.setProperty(
          "sslmode", server.sslMode().equals("require") ? "verify-ca" : server.sslMode());
      return;
    }
    properties.setProperty("sslmode", server.sslMode());
    properties.setProperty(
        "sslfactory",
        server.selfSigned()
            ? NonValidatingFactory.class.getName()
            : DefaultJavaSSLFactory.class.getName());
  }
}
