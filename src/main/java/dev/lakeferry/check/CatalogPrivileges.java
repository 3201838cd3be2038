package dev.lakeferry.check;

import dev.lakeferry.settings.Settings;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Whether the role may do in the catalog what DuckLake does there. */
final class CatalogPrivileges extends Probe {
  private static final int SHOWN = 5;

  private final Postgres catalog;
  private final String schema;

  CatalogPrivileges(Settings settings) {
    super("catalog privileges", "catalog", LakeThere.NAME);
    this.catalog = Postgres.catalog(settings);
    this.schema = settings.lake().metadataSchema();
  }

  @Override
  Finding look() throws SQLException {
    try (Connection connection = catalog.connect()) {
      List<String> lacking = tables(connection);
      boolean mayCreate = mayCreate(connection);
      String role = catalog.settings().username();
      if (!lacking.isEmpty()) {
        return Finding.refused(
            "role %s lacks %s"
                .formatted(
                    role,
                    String.join(", ", lacking.subList(0, Math.min(SHOWN, lacking.size())))
                        + (lacking.size() > SHOWN
                            ? " and %d more".formatted(lacking.size() - SHOWN)
                            : "")),
            "As the owner: GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA \"%s\" TO \"%s\""
                .formatted(schema, role));
      }
      return mayCreate
          ? Finding.ok("role %s may read and write every table of %s".formatted(role, schema))
          : Finding.warning(
              "role %s may not create tables in schema %s".formatted(role, schema),
              "As the owner: GRANT CREATE ON SCHEMA \"%s\" TO \"%s\"; DuckLake makes tables when"
                      .formatted(schema, role)
                  + " its format is migrated or a client inlines rows.");
    }
  }

  private List<String> tables(Connection connection) throws SQLException {
    try (PreparedStatement query =
        connection.prepareStatement(
            """
            SELECT privilege || ' on ' || c.relname
            FROM pg_class c
            JOIN pg_namespace n ON n.oid = c.relnamespace
            CROSS JOIN unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) AS privilege
            WHERE n.nspname = ?
              AND c.relkind IN ('r', 'p')
              AND starts_with(c.relname, 'ducklake_')
              AND NOT has_table_privilege(c.oid, privilege)
            ORDER BY c.relname, privilege
            """)) {
      query.setString(1, schema);
      try (ResultSet rows = query.executeQuery()) {
        List<String> lacking = new ArrayList<>();
        while (rows.next()) {
          lacking.add(rows.getString(1));
        }
        return lacking;
      }
    }
  }

  private boolean mayCreate(Connection connection) throws SQLException {
    try (PreparedStatement query =
        connection.prepareStatement("SELECT has_schema_privilege(?, 'CREATE')")) {
      query.setString(1, schema);
      try (ResultSet row = query.executeQuery()) {
        return row.next() && row.getBoolean(1);
      }
    }
  }
}
