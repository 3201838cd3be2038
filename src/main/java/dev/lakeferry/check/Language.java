package dev.lakeferry.check;

import dev.lakeferry.lake.ServerMessages;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Whether the catalog's server speaks English, by which DuckLake knows a conflict. */
final class Language extends Probe {
  private final Postgres catalog;

  Language(Postgres catalog) {
    super("catalog lc_messages", catalog.name());
    this.catalog = catalog;
  }

  @Override
  Finding look() throws SQLException {
    try (Connection connection = catalog.connect();
        Statement statement = connection.createStatement()) {
      String language = language(statement);
      if (ServerMessages.english(language)) {
        return Finding.ok(language.isEmpty() ? "English" : language);
      }
      try {
        statement.execute("SET lc_messages = 'C'");
        return Finding.ok(language + ", which our sessions may change and do");
      } catch (SQLException denied) {
        return Finding.warning(
            "the server answers in %s and role %s may not change it, so DuckLake retries no conflict"
                .formatted(language, catalog.settings().username()),
            "As a superuser: ALTER ROLE \"%s\" SET lc_messages = 'C'"
                .formatted(catalog.settings().username()));
      }
    }
  }

  private static String language(Statement statement) throws SQLException {
    try (ResultSet row = statement.executeQuery("SHOW lc_messages")) {
      row.next();
      return row.getString(1);
    }
  }
}
