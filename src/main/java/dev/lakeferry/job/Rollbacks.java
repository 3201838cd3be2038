package dev.lakeferry.job;

import dev.lakeferry.naming.TableName;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Jdbi;

/** Rows of {@code table_rollback}: tables that were taken back to an older generation. */
public final class Rollbacks {
  private final Jdbi jdbi;
  private final String lake;

  /** Takes the state database, and which lake's tables are meant. */
  public Rollbacks(Jdbi jdbi, String lake) {
    this.jdbi = jdbi;
    this.lake = lake;
  }

  /** The run by which the catalog remembers a rollback. */
  public static String runId(long id) {
    return "rollback-" + id;
  }

  /** One begins; answers its id. */
  public long begin(TableName table, long toSnapshot, Actor actor) {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(
                    """
                    INSERT INTO table_rollback (lake, table_schema, table_name, to_snapshot, asked_by)
                    VALUES (:lake, :schema, :table, :snapshot, :by)
                    RETURNING id
                    """)
                .bind("lake", lake)
                .bind("schema", table.schema())
                .bind("table", table.table())
                .bind("snapshot", toSnapshot)
                .bind("by", actor.toString())
                .mapTo(Long.class)
                .one());
  }

  /** What is about to be landed where; recorded before the first object is written. */
  public void landing(long id, String prefix, long files, long rows, long bytes) {
    jdbi.useHandle(
        handle ->
            handle
                .createUpdate(
                    """
                    UPDATE table_rollback
                    SET landing_prefix = :prefix,
                      files = :files,
                      rows = :rows,
                      bytes = :bytes
                    WHERE id = :id
                    """)
                .bind("id", id)
                .bind("prefix", prefix)
                .bind("files", files)
                .bind("rows", rows)
                .bind("bytes", bytes)
                .execute());
  }

  /** COMMIT is about to be sent: from now on the catalog may know the landed objects. */
  public void commitSent(long id) {
    jdbi.useHandle(
        handle ->
            handle
                .createUpdate("UPDATE table_rollback SET commit_sent = true WHERE id = :id")
                .bind("id", id)
                .execute());
  }

  /**
   * It is done. What was known of the table's objects is forgotten with it, and the audit tells of
   * it.
   */
  public void completed(Rollback rollback, PublishedSnapshot made, Actor actor) {
    jdbi.useTransaction(
        handle -> {
          int changed =
              handle
                  .createUpdate(
                      """
                      UPDATE table_rollback
                      SET status = 'completed',
                        finished_at = clock_timestamp(),
                        snapshot_id = :snapshot,
                        snapshot_time = :time,
                        error = NULL
                      WHERE id = :id
                        AND status <> 'completed'
                      """)
                  .bind("id", rollback.id())
                  .bind("snapshot", made.id())
                  .bind("time", made.time())
                  .execute();
          if (changed == 1) {
            LandedObjects.forget(handle, lake, rollback.table());
            Map<String, Object> detail = new LinkedHashMap<>();
            detail.put("to_snapshot", rollback.toSnapshot());
            detail.put("snapshot", made.id());
            detail.put("rollback", rollback.id());
            AuditLog.write(handle, actor, "rollback", rollback.table().toString(), detail);
          }
        });
  }

  /**
   * It is not done.
   *
   * @param unknown whether it may be all the same: the catalog is asked again later
   * @param error without secrets
   */
  public void failed(long id, boolean unknown, String error) {
    jdbi.useHandle(
        handle ->
            handle
                .createUpdate(
                    """
                    UPDATE table_rollback
                    SET status = :status,
                      finished_at = clock_timestamp(),
                      error = left(:error, 2000)
                    WHERE id = :id
                      AND status <> 'completed'
                    """)
                .bind("id", id)
                .bind("status", unknown ? "unknown" : "failed")
                .bind("error", error)
                .execute());
  }

  /**
   * A rollback.
   *
   * @param landingPrefix where it landed, or null if it landed nothing
   * @param commitSent whether the catalog may know that
   */
  public record Rollback(
      long id,
      TableName table,
      long toSnapshot,
      String status,
      String askedBy,
      String landingPrefix,
      boolean commitSent,
      Instant startedAt) {}

  /** Those of which it is not known how they ended, or whose process may have died. */
  public List<Rollback> unresolved() {
    return find("status IN ('running', 'unknown')", Duration.ZERO);
  }

  /** Those that failed at least so long ago and may have left objects in the bucket. */
  public List<Rollback> withLeftovers(Duration age) {
    return find(
        "status = 'failed' AND landing_prefix IS NOT NULL AND leftovers_removed_at IS NULL"
            + " AND finished_at < now() - make_interval(secs => :age)",
        age);
  }

  private List<Rollback> find(String condition, Duration age) {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT *
                    FROM table_rollback
                    WHERE lake = :lake
                      AND <condition>
                    ORDER BY id
                    """)
                .define("condition", condition)
                .bind("lake", lake)
                .bind("age", RunStore.seconds(age))
                .map(
                    (row, context) ->
                        new Rollback(
                            row.getLong("id"),
                            new TableName(
                                row.getString("table_schema"), row.getString("table_name")),
                            row.getLong("to_snapshot"),
                            row.getString("status"),
                            row.getString("asked_by"),
                            row.getString("landing_prefix"),
                            row.getBoolean("commit_sent"),
                            row.getTimestamp("started_at").toInstant()))
                .list());
  }

  /** Nothing of a failed one is left in the bucket. */
  public void leftoversRemoved(long id) {
    jdbi.useHandle(
        handle ->
            handle
                .createUpdate(
                    "UPDATE table_rollback SET leftovers_removed_at = now() WHERE id = :id")
                .bind("id", id)
                .execute());
  }
}
