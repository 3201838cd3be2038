package dev.lakeferry.check;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Whether a server is new enough. */
final class ServerVersion extends Probe {
  /** DuckLake's documentation asks for it. */
  private static final int OLDEST = 120_000;

  private final Postgres postgres;

  ServerVersion(Postgres postgres) {
    super(postgres.name() + " version", postgres.name());
    this.postgres = postgres;
  }

  @Override
  Finding look() throws SQLException {
    try (Connection connection = postgres.connect();
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                """
                SELECT
                  current_setting('server_version_num')::int,
                  current_setting('server_version')
                """)) {
      row.next();
      return judge(row.getInt(1), row.getString(2));
    }
  }

  static Finding judge(int number, String text) {
    return number >= OLDEST
        ? Finding.ok("PostgreSQL " + text)
        : Finding.refused(
            "PostgreSQL " + text + " is too old", "Use PostgreSQL 12 or newer: DuckLake needs it.");
  }
}
