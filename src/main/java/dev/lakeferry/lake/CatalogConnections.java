package dev.lakeferry.lake;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.failure.RetryableFailure;
import dev.lakeferry.failure.RetryableFailure.Cause;
import dev.lakeferry.failure.RunFailure;
import dev.lakeferry.settings.DatabaseSettings;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;

/** Plain PostgreSQL connections to the catalog's server. */
public final class CatalogConnections {
  private CatalogConnections() {}

  /**
   * Opens one, which its caller closes.
   *
   * @param applicationName what the server's session list shows
   */
  public static Connection open(DatabaseSettings database, String applicationName)
      throws SQLException {
    return DriverManager.getConnection(url(database), properties(database, applicationName));
  }

  static String url(DatabaseSettings database) {
    return "jdbc:postgresql://%s:%d/%s"
        .formatted(database.host(), database.port(), database.database());
  }

  static Properties properties(DatabaseSettings database, String applicationName) {
    Properties properties = new Properties();
    properties.setProperty("user", database.username());
    properties.setProperty("password", database.password().reveal());
    properties.setProperty("sslmode", database.sslMode());
    properties.setProperty("ApplicationName", applicationName);
    properties.setProperty("connectTimeout", "10");
    properties.setProperty("tcpKeepAlive", "true");
    database
        .rootCertificate()
        .ifPresent(file -> properties.setProperty("sslrootcert", file.toString()));
    return properties;
  }

  static RunFailure failed(DatabaseSettings database, SQLException e) {
    String where =
        "%s:%d/%s as %s"
            .formatted(database.host(), database.port(), database.database(), database.username());
    String told = told(e);
    String state = String.valueOf(e.getSQLState());
    if (state.startsWith("28")) {
      return new FinalFailure(
          "The catalog %s refused the login: %s Check DUCKLAKE_RDS_USERNAME and DUCKLAKE_RDS_PASSWORD."
              .formatted(where, told),
          e);
    }
    if (state.startsWith("3D") || state.startsWith("42")) {
      return new FinalFailure("The catalog %s: %s".formatted(where, told), e);
    }
    return new RetryableFailure(Cause.CONNECTION, "The catalog %s: %s".formatted(where, told), e);
  }

  /** A pool that gives no connection hides behind its patience why the server gave none. */
  private static String told(SQLException e) {
    return e.getCause() instanceof SQLException server ? server.getMessage() : e.getMessage();
  }
}
