package dev.lakeferry.lake;

import dev.lakeferry.settings.DatabaseSettings;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.zip.CRC32;

/**
 * Views in the schema {@code lakeferry_observability} of the catalog's database, for whoever
 * watches a lake with nothing but SQL. They are made anew only when they changed, so that what was
 * granted on them stays.
 */
public final class Observability {
  /** Where the views are. */
  public static final String SCHEMA = "lakeferry_observability";

  private final DatabaseSettings database;
  private final String metadataSchema;

  /** Takes where the catalog is. */
  public Observability(DatabaseSettings database, String metadataSchema) {
    this.database = database;
    this.metadataSchema = metadataSchema;
  }

  /**
   * Makes the views, unless they are there.
   *
   * @return a sentence for the operator; where the role may not make them, what to grant
   */
  public String make() {
    try (Connection connection = CatalogConnections.open(database, "lakeferry upkeep")) {
      String version = version();
      String there = comment(connection);
      if (version.equals(there)) {
        return "Views in schema %s: there".formatted(SCHEMA);
      }
      if (there != null && there.startsWith(MARK) && !there.startsWith(mark())) {
        return "Views in schema %s: not made, they are of another lake in the same database (%s)"
            .formatted(SCHEMA, there);
      }
      create(connection, version);
      return "Views in schema %s: %s".formatted(SCHEMA, there == null ? "created" : "made anew");
    } catch (SQLException e) {
      String state = String.valueOf(e.getSQLState());
      if (state.startsWith("42501")) {
        return ("Views in schema %s: not made (%s). As the database's owner: CREATE SCHEMA %s"
                + " AUTHORIZATION %s; then they are made by the next upkeep")
            .formatted(SCHEMA, e.getMessage(), SCHEMA, Quote.name(database.username()));
      }
      throw CatalogConnections.failed(database, e);
    }
  }

  private static final String MARK = "Lakeferry: the lake in ";

  private String mark() {
    return MARK + metadataSchema + ", ";
  }

  private String version() {
    CRC32 hash = new CRC32();
    hash.update(LakeViews.all().toString().getBytes(StandardCharsets.UTF_8));
    return mark() + "version %08x".formatted(hash.getValue());
  }

  private static String comment(Connection connection) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(
            """
            SELECT COALESCE(obj_description(oid, 'pg_namespace'), '')
            FROM pg_namespace
            WHERE nspname = ?
            """)) {
      statement.setString(1, SCHEMA);
      try (ResultSet row = statement.executeQuery()) {
        return row.next() ? row.getString(1) : null;
      }
    }
  }

  private void create(Connection connection, String version) throws SQLException {
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      // Replicas that start together would meet here.
      statement.execute("SELECT pg_advisory_xact_lock(hashtext('%s'))".formatted(SCHEMA));
      statement.execute("CREATE SCHEMA IF NOT EXISTS " + SCHEMA);
      for (Map.Entry<String, String> view : LakeViews.all().entrySet()) {
        String name = SCHEMA + "." + view.getKey();
        statement.execute("DROP VIEW IF EXISTS " + name);
        statement.execute(
            "CREATE VIEW %s AS %s"
                .formatted(name, view.getValue().replace("<m>", Quote.name(metadataSchema))));
      }
      statement.execute("COMMENT ON SCHEMA %s IS %s".formatted(SCHEMA, Quote.text(version)));
      connection.commit();
    } catch (SQLException e) {
      connection.rollback();
      throw e;
    }
  }
}
