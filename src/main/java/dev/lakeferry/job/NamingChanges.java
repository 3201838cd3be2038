package dev.lakeferry.job;

import dev.lakeferry.naming.NamingVersion;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.naming.TableNaming;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.statement.SqlStatement;

/**
 * What the state database knows of an organisation's table names, and its part in changing them.
 *
 * <p>Renaming goes over two databases. What is meant is recorded first, and both names of each
 * table are put on hold; then the catalog is changed; then bindings, published generations and the
 * organisation's version follow, and the holds end. Whoever finds a record finishes it.
 */
public final class NamingChanges {
  private final Jdbi jdbi;
  private final String lake;
  private final TableHolds holds;

  /** Takes the state database and which lake is meant. */
  public NamingChanges(Jdbi jdbi, String lake) {
    this.jdbi = jdbi;
    this.lake = lake;
    this.holds = new TableHolds(jdbi, lake);
  }

  /** How an import was named when it was completed. */
  private record Named(
      long teamId, String subjectId, String sourceType, String prefix, String name) {}

  /**
   * The tables that another version would name otherwise: those bound to the organisation's source
   * schemas under the names that the present version gives.
   */
  public List<NamingChange> of(String organization, NamingVersion from, NamingVersion to) {
    return jdbi.withHandle(
        handle -> {
          Map<TableName, NamingChange> changes = new LinkedHashMap<>();
          for (Named named : named(handle, organization)) {
            TableName before = table(named, from);
            TableName after = table(named, to);
            if (!before.equals(after) && isBound(handle, before, named.subjectId())) {
              changes.put(
                  before, new NamingChange(named.teamId(), named.subjectId(), before, after, null));
            }
          }
          return List.copyOf(changes.values());
        });
  }

  private static TableName table(Named named, NamingVersion version) {
    return TableNaming.importTable(
        version, named.teamId(), named.sourceType(), named.prefix(), named.name());
  }

  private static List<Named> named(Handle handle, String organization) {
    return handle
        .createQuery(
            """
            SELECT DISTINCT
              team_id,
              subject_id,
              payload ->> 'source_type' AS source_type,
              payload ->> 'prefix' AS prefix,
              payload ->> 'name' AS name
            FROM workflow_run
            WHERE organization_id = :organization
              AND subject_kind = 'source_schema'
              AND payload ->> 'source_type' ~ '\\S'
              AND payload ->> 'name' ~ '\\S'
            ORDER BY team_id, source_type, prefix, name
            """)
        .bind("organization", organization)
        .map(
            (row, context) ->
                new Named(
                    row.getLong("team_id"),
                    row.getString("subject_id"),
                    row.getString("source_type"),
                    row.getString("prefix"),
                    row.getString("name")))
        .list();
  }

  private boolean isBound(Handle handle, TableName table, String subject) {
    return owner(handle, table).filter(subject::equals).isPresent();
  }

  private Optional<String> owner(Handle handle, TableName table) {
    return named(
            handle.createQuery(
                """
                SELECT owner_id
                FROM table_binding
                WHERE lake = :lake
                  AND table_schema = :schema
                  AND table_name = :table
                """),
            table)
        .mapTo(String.class)
        .findOne();
  }

  /**
   * Why a change cannot be made as things stand, as sentences; empty if it can. What the catalog
   * says is not looked at here.
   */
  public List<String> obstacles(List<NamingChange> changes) {
    return jdbi.withHandle(
        handle -> {
          List<String> obstacles = new ArrayList<>();
          for (NamingChange change : changes) {
            owner(handle, change.to())
                .filter(owner -> !owner.equals(change.subjectId()))
                .ifPresent(
                    owner ->
                        obstacles.add(
                            "%s cannot become %s: that name belongs to %s"
                                .formatted(change.from(), change.to().table(), owner)));
            if (isBeingPublished(handle, change.from())) {
              obstacles.add(
                  "%s is being published, or it is not known yet whether it was"
                      .formatted(change.from()));
            }
            for (TableName name : List.of(change.from(), change.to())) {
              holds.find(name).ifPresent(hold -> obstacles.add(hold.sentence()));
            }
          }
          return obstacles;
        });
  }

  /** A COMMIT whose outcome is not known, or a shadow that is filled step by step. */
  private boolean isBeingPublished(Handle handle, TableName table) {
    return named(
            handle.createQuery(
                """
                SELECT EXISTS (
                  SELECT
                  FROM managed_warehouse_source_job
                  WHERE status = 'running'
                    AND lake = :lake
                    AND target_schema = :schema
                    AND target_table = :table
                    AND (commit_sent OR shadow_table IS NOT NULL))
                """),
            table)
        .mapTo(Boolean.class)
        .one();
  }

  /** Changes that were begun and are to be finished. */
  public List<NamingChange> begun(String organization, NamingVersion to) {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT table_schema, old_name, new_name, table_id
                    FROM naming_change
                    WHERE lake = :lake
                      AND organization_id = :organization
                      AND to_version = :version
                    ORDER BY table_schema, old_name
                    """)
                .bind("lake", lake)
                .bind("organization", organization)
                .bind("version", to.id())
                .map(
                    (row, context) -> {
                      String schema = row.getString("table_schema");
                      return new NamingChange(
                          0,
                          "",
                          new TableName(schema, row.getString("old_name")),
                          new TableName(schema, row.getString("new_name")),
                          row.getObject("table_id", Long.class));
                    })
                .list());
  }

  /** Records what is meant, and puts both names of each table on hold. */
  public void begin(
      String organization, NamingVersion to, List<NamingChange> changes, Actor actor) {
    jdbi.useTransaction(
        handle -> {
          for (NamingChange change : changes) {
            record(handle, organization, to, change);
            for (TableName name : List.of(change.from(), change.to())) {
              named(
                      handle.createUpdate(
                          """
                          INSERT INTO table_hold (lake, table_schema, table_name, reason, held_by)
                          VALUES (:lake, :schema, :table, left(:reason, 500), :by)
                          """),
                      name)
                  .bind("reason", reason(organization, to, change))
                  .bind("by", actor.toString())
                  .execute();
            }
          }
          AuditLog.write(
              handle,
              actor,
              "migrate-naming",
              organization,
              Map.of(
                  "to",
                  to.id(),
                  "tables",
                  changes.stream().map(one -> one.from() + " -> " + one.to().table()).toList()));
        });
  }

  private void record(Handle handle, String organization, NamingVersion to, NamingChange change) {
    handle
        .createUpdate(
            """
            INSERT INTO naming_change (
              lake, table_schema, old_name, new_name, table_id, organization_id, to_version)
            VALUES (:lake, :schema, :old, :new, :id, :organization, :version)
            """)
        .bind("lake", lake)
        .bind("schema", change.from().schema())
        .bind("old", change.from().table())
        .bind("new", change.to().table())
        .bind("id", change.tableId())
        .bind("organization", organization)
        .bind("version", to.id())
        .execute();
  }

  private static String reason(String organization, NamingVersion to, NamingChange change) {
    return "%s is being renamed to %s; bin/lakeferry org migrate-naming %s --to %s finishes it"
        .formatted(change.from(), change.to().table(), organization, to.id());
  }

  /** Takes back what {@link #begin} did: the catalog was not changed. */
  public void abandon(List<NamingChange> changes) {
    jdbi.useTransaction(
        handle -> {
          for (NamingChange change : changes) {
            forget(handle, change);
            endHold(handle, change.from());
            endHold(handle, change.to());
          }
        });
  }

  /**
   * Has everything follow the catalog, which has the new names; doing it again changes nothing.
   *
   * @return how many runs that waited for one of the tables are due again
   */
  public int finish(
      String organization, NamingVersion to, List<NamingChange> changes, Actor actor) {
    jdbi.useTransaction(
        handle -> {
          for (NamingChange change : changes) {
            rename(handle, change);
          }
          setVersion(handle, organization, to);
        });
    int due = 0;
    for (NamingChange change : changes) {
      for (TableName name : List.of(change.from(), change.to())) {
        if (holds.find(name).isPresent()) {
          due += holds.release(name, actor);
        }
      }
    }
    jdbi.useTransaction(handle -> changes.forEach(change -> forget(handle, change)));
    return due;
  }

  /** What failed attempts left keeps its old name: upkeep finds it by that. */
  private void rename(Handle handle, NamingChange change) {
    List<String> statements =
        List.of(
            """
            DELETE FROM table_binding b
            WHERE b.lake = :lake
              AND b.table_schema = :schema
              AND b.table_name = :new
              AND EXISTS (
                SELECT
                FROM table_binding o
                WHERE o.lake = b.lake
                  AND o.table_schema = b.table_schema
                  AND o.table_name = :table
                  AND o.owner_id = b.owner_id)
            """,
            """
            UPDATE table_binding
            SET table_name = :new
            WHERE lake = :lake
              AND table_schema = :schema
              AND table_name = :table
            """,
            """
            UPDATE managed_warehouse_source_job
            SET target_table = :new
            WHERE lake = :lake
              AND target_schema = :schema
              AND target_table = :table
              AND status = 'completed'
            """,
            """
            UPDATE landed_table
            SET table_name = :new
            WHERE lake = :lake
              AND table_schema = :schema
              AND table_name = :table
            """);
    for (String statement : statements) {
      named(handle.createUpdate(statement), change.from())
          .bind("new", change.to().table())
          .execute();
    }
  }

  private static void setVersion(Handle handle, String organization, NamingVersion to) {
    handle
        .createUpdate(
            """
            INSERT INTO organization (id, naming_version)
            VALUES (:id, :version)
            ON CONFLICT (id) DO UPDATE SET
              naming_version = EXCLUDED.naming_version,
              updated_at = now()
            """)
        .bind("id", organization)
        .bind("version", to.id())
        .execute();
  }

  private void forget(Handle handle, NamingChange change) {
    named(
            handle.createUpdate(
                """
                DELETE FROM naming_change
                WHERE lake = :lake
                  AND table_schema = :schema
                  AND old_name = :table
                """),
            change.from())
        .execute();
  }

  private void endHold(Handle handle, TableName table) {
    named(
            handle.createUpdate(
                """
                DELETE FROM table_hold
                WHERE lake = :lake
                  AND table_schema = :schema
                  AND table_name = :table
                """),
            table)
        .execute();
  }

  private <S extends SqlStatement<S>> S named(S statement, TableName table) {
    return statement.bind("lake", lake).bind("schema", table.schema()).bind("table", table.table());
  }
}
