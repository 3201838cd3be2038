package dev.lakeferry.lake;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * A DuckLake catalog, or the guard of one, found in a schema of the catalog's database.
 *
 * @param version DuckLake's format, or the guard's sentence
 * @param dataPath empty for a guard
 */
public record KnownCatalog(String schema, String version, String dataPath) {
  private static final String GUARD = "guarded by Lakeferry";

  /** The sentence that DuckLake shows as an error to whoever attaches without the schema. */
  static String guardText(String schema) {
    return "(%s: the catalog is in schema %s, attach with METADATA_SCHEMA '%s')"
        .formatted(GUARD, schema, schema);
  }

  /** Whether it only tells where the lake is. */
  public boolean guard() {
    return version.contains(GUARD);
  }

  /** All that stand in the database of a connection. */
  public static List<KnownCatalog> all(Connection connection) throws SQLException {
    List<KnownCatalog> catalogs = new ArrayList<>();
    for (String schema : schemas(connection)) {
      catalogs.add(
          new KnownCatalog(
              schema,
              metadata(connection, schema, "version"),
              metadata(connection, schema, "data_path")));
    }
    return catalogs;
  }

  private static List<String> schemas(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                """
                SELECT n.nspname
                FROM pg_class c
                JOIN pg_namespace n ON n.oid = c.relnamespace
                WHERE c.relname = 'ducklake_metadata'
                ORDER BY 1
                """)) {
      List<String> schemas = new ArrayList<>();
      while (row.next()) {
        schemas.add(row.getString(1));
      }
      return schemas;
    }
  }

  private static String metadata(Connection connection, String schema, String key)
      throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT value FROM %s.ducklake_metadata WHERE key = %s AND scope IS NULL"
                    .formatted(Quote.name(schema), Quote.text(key)))) {
      return row.next() ? row.getString(1) : "";
    }
  }
}
