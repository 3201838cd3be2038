package dev.lakeferry.check;

import dev.lakeferry.lake.CatalogConnections;
import dev.lakeferry.settings.DatabaseSettings;
import dev.lakeferry.settings.Settings;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * One of the two databases.
 *
 * @param name as the report calls it
 * @param variables what its variables begin with
 */
record Postgres(String name, String variables, DatabaseSettings settings) {

  static Postgres catalog(Settings settings) {
    return new Postgres("catalog", "DUCKLAKE_RDS", settings.catalog());
  }

  static Postgres state(Settings settings) {
    return new Postgres("state database", "LAKEFERRY_STATE", settings.state());
  }

  Connection connect() throws SQLException {
    return CatalogConnections.open(settings, "lakeferry check");
  }

  /** Where it is, for the report. */
  String place() {
    return "%s on %s:%d as %s"
        .formatted(settings.database(), settings.host(), settings.port(), settings.username());
  }

  /** A variable of its own; the state database takes the catalog's where that is not set. */
  String variable(String what) {
    String own = variables + "_" + what;
    return variables.equals("DUCKLAKE_RDS")
        ? own
        : own + " (or DUCKLAKE_RDS_" + what + ", where that is not set)";
  }
}
