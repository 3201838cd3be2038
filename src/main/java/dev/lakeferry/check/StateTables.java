package dev.lakeferry.check;

import dev.lakeferry.settings.Settings;
import dev.lakeferry.state.StateDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Whether the service's own tables are there, of this version, and ours to write. */
final class StateTables extends Probe {
  private final Settings settings;

  StateTables(Settings settings) {
    super("state tables", "state database", "state database pooler");
    this.settings = settings;
  }

  @Override
  Finding look() throws SQLException {
    String database = settings.state().database();
    try (StateDatabase state = StateDatabase.open(settings.state(), 2);
        Connection connection = state.connect("lakeferry check")) {
      int pending = state.pendingMigrations();
      String lacking = lacking(connection);
      if (!lacking.isEmpty()) {
        return Finding.failed(
            "role %s may not write %s".formatted(settings.state().username(), lacking),
            "As the owner: GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA %s TO \"%s\""
                .formatted(StateDatabase.SCHEMA, settings.state().username()));
      }
      return pending == 0
          ? Finding.ok(
              "schema %s of database %s is up to date".formatted(StateDatabase.SCHEMA, database))
          : Finding.warning(
              "schema %s of database %s lacks %d migrations"
                  .formatted(StateDatabase.SCHEMA, database, pending),
              "Run bin/lakeferry lake init; the service does it too when it starts.");
    } catch (IllegalStateException newer) {
      return Finding.failed(
          newer.getMessage(), "Run the program's version that made them, or a newer one.");
    }
  }

  private static String lacking(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                """
                SELECT COALESCE(string_agg(c.relname, ', ' ORDER BY c.relname), '')
                FROM pg_class c
                JOIN pg_namespace n ON n.oid = c.relnamespace
                WHERE n.nspname = 'lakeferry'
                  AND c.relkind = 'r'
                  AND NOT (has_table_privilege(c.oid, 'SELECT')
                    AND has_table_privilege(c.oid, 'INSERT')
                    AND has_table_privilege(c.oid, 'UPDATE')
                    AND has_table_privilege(c.oid, 'DELETE'))
                """)) {
      row.next();
      return row.getString(1);
    }
  }
}
