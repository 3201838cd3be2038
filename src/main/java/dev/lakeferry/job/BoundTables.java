package dev.lakeferry.job;

import dev.lakeferry.naming.TableName;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.core.Jdbi;

/** The tables of a lake that are this service's, as its own memory tells. */
public final class BoundTables {
  private final Jdbi jdbi;
  private final String lake;

  /** Takes the state database, and which lake's tables are meant. */
  public BoundTables(Jdbi jdbi, String lake) {
    this.jdbi = jdbi;
    this.lake = lake;
  }

  /** All of them. */
  public Set<TableName> all() {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT table_schema, table_name
                    FROM table_binding
                    WHERE lake = :lake
                    """)
                .bind("lake", lake)
                .map((row, context) -> new TableName(row.getString(1), row.getString(2)))
                .set());
  }

  /**
   * To whom a table belongs.
   *
   * @param kind {@code source_schema} or {@code saved_query}
   * @param name for messages; may be null
   */
  public record Owner(String kind, String id, String name) {
    @Override
    public String toString() {
      return kind.replace('_', ' ') + " " + id + (name == null ? "" : " (" + name + ")");
    }
  }

  /** The owner of a table; empty if it is none of ours. */
  public Optional<Owner> owner(TableName table) {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT owner_kind, owner_id, owner_name
                    FROM table_binding
                    WHERE lake = :lake
                      AND table_schema = :schema
                      AND table_name = :table
                    """)
                .bind("lake", lake)
                .bind("schema", table.schema())
                .bind("table", table.table())
                .map(
                    (row, context) ->
                        new Owner(row.getString(1), row.getString(2), row.getString(3)))
                .findFirst());
  }

  /**
   * The tables of a team, by its attempts and by the schemas that are named after it.
   *
   * @param schemas of the team
   * @param sourceSchema only what belongs to this one, or null
   */
  public List<TableName> ofTeam(long team, List<String> schemas, String sourceSchema) {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT DISTINCT table_schema, table_name
                    FROM (
                      SELECT table_schema, table_name, owner_id
                      FROM table_binding
                      WHERE lake = :lake
                        AND table_schema = ANY(:schemas)
                      UNION ALL
                      SELECT target_schema, target_table, COALESCE(source_schema_id, saved_query_id)
                      FROM managed_warehouse_source_job
                      WHERE lake = :lake
                        AND team_id = :team
                        AND target_table IS NOT NULL
                        AND target_schema = ANY(:schemas)) AS known
                    WHERE CAST(:subject AS text) IS NULL OR owner_id = :subject
                    ORDER BY table_schema, table_name
                    """)
                .bind("lake", lake)
                .bind("team", team)
                .bindArray("schemas", String.class, schemas)
                .bind("subject", sourceSchema)
                .map((row, context) -> new TableName(row.getString(1), row.getString(2)))
                .list());
  }

  /** The attempts at a table: run and number of each. */
  public List<AttemptName> attempts(TableName table) {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT run_id, attempt
                    FROM managed_warehouse_source_job
                    WHERE lake = :lake
                      AND target_schema = :schema
                      AND target_table = :table
                    """)
                .bind("lake", lake)
                .bind("schema", table.schema())
                .bind("table", table.table())
                .map((row, context) -> new AttemptName(row.getString(1), row.getInt(2)))
                .list());
  }

  /** An attempt at a run, as names are made of it. */
  public record AttemptName(String runId, int attempt) {}
}
