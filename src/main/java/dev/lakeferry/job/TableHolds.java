package dev.lakeferry.job;

import dev.lakeferry.failure.RetryableFailure;
import dev.lakeferry.naming.TableName;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.result.ResultIterable;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.SqlStatement;

/**
 * Tables that an operator keeps as they are. A publication asks before it begins, inside its
 * transaction and last before COMMIT; one that gave way waits with its landing, and is due when the
 * table is released.
 */
public final class TableHolds {
  private static final int LONGEST_REASON = 500;
  private static final String TABLE =
      """
      WHERE lake = :lake
        AND table_schema = :schema
        AND table_name = :table
      """;

  private final Jdbi jdbi;
  private final String lake;

  /** Takes the state database, and which lake's tables are meant. */
  public TableHolds(Jdbi jdbi, String lake) {
    this.jdbi = jdbi;
    this.lake = lake;
  }

  /**
   * Puts a table on hold. What is published in the same moment may still be.
   *
   * @param reason 1 to 500 characters
   * @throws NotThere if no completion ever named the table
   * @throws Refused if it is on hold already
   * @throws IllegalArgumentException if the reason is empty, too long or holds a NUL
   */
  public Hold hold(TableName table, String reason, Actor actor) {
    String plain = reason == null ? "" : reason.strip();
    if (plain.isEmpty() || plain.codePointCount(0, plain.length()) > LONGEST_REASON) {
      throw new IllegalArgumentException(
          "A hold needs a reason of 1 to %d characters. Nothing was changed."
              .formatted(LONGEST_REASON));
    }
    if (plain.indexOf('\0') >= 0) {
      throw new IllegalArgumentException(
          "The reason holds a NUL character, which no database keeps. Nothing was changed.");
    }
    return jdbi.inTransaction(
        handle -> {
          requireKnown(handle, table);
          int inserted =
              named(
                      handle.createUpdate(
                          """
                          INSERT INTO table_hold (lake, table_schema, table_name, reason, held_by)
                          VALUES (:lake, :schema, :table, :reason, :by)
                          ON CONFLICT DO NOTHING
                          """),
                      table)
                  .bind("reason", plain)
                  .bind("by", actor.toString())
                  .execute();
          Hold hold = find(handle, table, "").orElseThrow();
          if (inserted == 0) {
            throw new Refused(
                hold.sentence()
                    + ". Nothing was changed; release it first to give another reason.");
          }
          AuditLog.write(handle, actor, "hold", table.toString(), Map.of("reason", plain));
          return hold;
        });
  }

  private void requireKnown(Handle handle, TableName table) {
    boolean known =
        named(handle.createQuery("SELECT EXISTS (SELECT FROM table_binding " + TABLE + ")"), table)
            .mapTo(Boolean.class)
            .one();
    if (!known) {
      throw new NotThere(
          "No completion is known that belongs into %s. Nothing was changed; bin/lakeferry runs lists the tables."
              .formatted(table));
    }
  }

  /**
   * Lets a table be published to again, and makes the runs due that waited for it.
   *
   * @return how many
   * @throws Refused if it is not on hold
   */
  public int release(TableName table, Actor actor) {
    return jdbi.inTransaction(
        handle -> {
          int deleted =
              named(handle.createUpdate("DELETE FROM table_hold " + TABLE), table).execute();
          if (deleted == 0) {
            throw new Refused("%s is not on hold. Nothing was changed.".formatted(table));
          }
          int due = wake(handle, table);
          AuditLog.write(handle, actor, "release", table.toString(), Map.of("runs", due));
          return due;
        });
  }

  private int wake(Handle handle, TableName table) {
    return named(
            handle.createUpdate(
                """
                UPDATE workflow_run
                SET not_before = now(),
                  waiting_reason = NULL,
                  updated_at = now()
                WHERE state = 'due'
                  AND waiting_reason IS NOT NULL
                  AND id IN (
                    SELECT run_id
                    FROM managed_warehouse_source_job
                    WHERE status = 'running'
                      AND owner IS NULL
                      AND lake = :lake
                      AND target_schema = :schema
                      AND target_table = :table)
                """),
            table)
        .execute();
  }

  /** The hold that a table is on. */
  public Optional<Hold> find(TableName table) {
    return jdbi.withHandle(handle -> find(handle, table, ""));
  }

  /** All tables that are on hold, by name. */
  public List<Hold> all() {
    return jdbi.withHandle(
        handle ->
            holds(
                    handle
                        .createQuery(
                            """
                            SELECT *
                            FROM table_hold
                            WHERE lake = :lake
                            ORDER BY table_schema, table_name
                            """)
                        .bind("lake", lake))
                .list());
  }

  /**
   * Asks whether a table may be published to.
   *
   * @throws RetryableFailure with the cause HELD if it is on hold
   */
  public void refuse(TableName table) {
    find(table)
        .ifPresent(
            hold -> {
              throw new RetryableFailure(
                  RetryableFailure.Cause.HELD,
                  hold.sentence()
                      + ". Nothing is published to it until it is released: bin/lakeferry release "
                      + table,
                  null);
            });
  }

  /** The hold, which stays until the handle's transaction ends. */
  Optional<Hold> lock(Handle handle, TableName table) {
    return find(handle, table, "FOR SHARE");
  }

  private Optional<Hold> find(Handle handle, TableName table, String lock) {
    return holds(named(handle.createQuery("SELECT * FROM table_hold " + TABLE + lock), table))
        .findFirst();
  }

  private static ResultIterable<Hold> holds(Query query) {
    return query.map(
        (row, context) ->
            new Hold(
                new TableName(row.getString("table_schema"), row.getString("table_name")),
                row.getString("reason"),
                row.getString("held_by"),
                row.getTimestamp("held_at").toInstant()));
  }

  private <S extends SqlStatement<S>> S named(S statement, TableName table) {
    return statement.bind("lake", lake).bind("schema", table.schema()).bind("table", table.table());
  }
}
