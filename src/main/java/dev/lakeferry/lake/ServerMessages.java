package dev.lakeferry.lake;

import dev.lakeferry.settings.DatabaseSettings;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the catalog's server speak English to DuckLake, which recognises a conflict by words such
 * as "unique" and retries nothing that is said in another language (duckdb/ducklake#1311).
 */
public final class ServerMessages {
  private static final Logger LOG = LoggerFactory.getLogger(ServerMessages.class);
  private static final String OPTION = "-c lc_messages=C";

  private final DatabaseSettings catalog;

  ServerMessages(DatabaseSettings catalog) {
    this.catalog = catalog;
  }

  /**
   * The start-up options for the engine's sessions; none where the server speaks English anyway or
   * where the role may not choose: lc_messages is a superuser's setting, and asking for it would
   * refuse the connection.
   */
  Optional<String> options() {
    try (Connection connection = CatalogConnections.open(catalog, "lakeferry");
        Statement statement = connection.createStatement()) {
      String language = show(statement);
      if (english(language)) {
        return Optional.empty();
      }
      try {
        statement.execute("SET lc_messages = 'C'");
        return Optional.of(OPTION);
      } catch (SQLException denied) {
        LOG.warn(
            "The catalog's server answers in {} and role {} may not change it; DuckLake will not"
                + " retry its conflicts. As a superuser: ALTER ROLE \"{}\" SET lc_messages = 'C'",
            language,
            catalog.username(),
            catalog.username());
        return Optional.empty();
      }
    } catch (SQLException e) {
      throw CatalogConnections.failed(catalog, e);
    }
  }

  private static String show(Statement statement) throws SQLException {
    try (ResultSet result = statement.executeQuery("SHOW lc_messages")) {
      result.next();
      return result.getString(1);
    }
  }

  /** An empty value means the server's environment decided; its own messages are English then. */
  public static boolean english(String language) {
    String lower = language.toLowerCase(Locale.ROOT);
    return lower.isEmpty()
        || lower.equals("c")
        || lower.startsWith("c.")
        || lower.equals("posix")
        || lower.startsWith("en");
  }
}
