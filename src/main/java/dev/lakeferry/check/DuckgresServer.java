package dev.lakeferry.check;

import dev.lakeferry.lake.DuckgresConnections;
import dev.lakeferry.settings.DuckgresSettings;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Whether the Duckgres server answers over TLS, and which DuckDB it runs. */
final class DuckgresServer extends Probe {
  static final String NAME = "duckgres";

  /** What this build's own extensions are of, and all that is known was found with. */
  private static final String KNOWN = "v1.5.5";

  private final DuckgresSettings server;

  DuckgresServer(DuckgresSettings server) {
    super(NAME);
    this.server = server;
  }

  @Override
  Finding look() {
    try (Connection connection = DuckgresConnections.open(server, "lakeferry check");
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT library_version FROM pragma_version()")) {
      row.next();
      return judge(
          "%s over TLS, %s; it calls itself %s"
              .formatted(
                  server.place(), trust(), connection.getMetaData().getDatabaseProductVersion()),
          row.getString(1));
    } catch (SQLException e) {
      return refusal(e);
    }
  }

  private String trust() {
    if (server.rootCertificate().isPresent()) {
      return "by the certificate of DUCKGRES_SSLROOTCERT (%s)".formatted(server.sslMode());
    }
    return server.selfSigned()
        ? "any certificate accepted"
        : "by the authorities that Java trusts (%s)".formatted(server.sslMode());
  }

  static Finding judge(String found, String duckdb) {
    String told = "%s, with DuckDB %s".formatted(found, duckdb);
    return duckdb.equals(KNOWN)
        ? Finding.ok(told)
        : Finding.warning(
            told,
            "This build was tested with Duckgres on DuckDB %s alone: try a publication on a copy of the lake first."
                .formatted(KNOWN));
  }

  private Finding refusal(SQLException e) {
    String state = String.valueOf(e.getSQLState());
    String told = "%s: %s".formatted(server.place(), told(e));
    if (state.startsWith("28")) {
      return Finding.failed(told, "Correct DUCKGRES_USERNAME and DUCKGRES_PASSWORD.");
    }
    if (told.contains("SSL error") || told.contains("hostnameverifier")) {
      return Finding.failed(
          told,
          "Set DUCKGRES_SSLROOTCERT to the server's certificate or to whom signed it, and DUCKGRES_HOST"
              + " to a name that stands in it; only to try things out, DUCKGRES_SELF_SIGNED=true.");
    }
    return Finding.failed(
        told, "Check DUCKGRES_HOST and DUCKGRES_PORT, that the server runs, and that TLS is on.");
  }

  /** The driver says that TLS failed, and its cause why. */
  private static String told(SQLException e) {
    Throwable cause = e;
    while (cause.getCause() != null && cause.getCause() != cause) {
      cause = cause.getCause();
    }
    return cause == e || cause.getMessage() == null
        ? e.getMessage()
        : "%s (%s)".formatted(e.getMessage(), cause.getMessage());
  }
}
