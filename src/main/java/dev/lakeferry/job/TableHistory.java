package dev.lakeferry.job;

import dev.lakeferry.naming.TableName;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;

/** The generations of a table, as this service remembers them longer than the lake. */
public final class TableHistory {
  private final Jdbi jdbi;
  private final String lake;

  /** Takes the state database, and which lake's tables are meant. */
  public TableHistory(Jdbi jdbi, String lake) {
    this.jdbi = jdbi;
    this.lake = lake;
  }

  /**
   * A generation that was live.
   *
   * @param run the run, or the rollback, that brought it
   * @param attempt counts from 1
   * @param workflow such as {@code ducklake-register.data-imports}; or {@code rollback}
   * @param job the upstream job; null for a rollback
   * @param mode how it was published
   * @param rolledBackTo the snapshot whose rows it brought back; null unless it is a rollback
   * @param snapshot the lake's snapshot that brought it; null where nothing had changed and it was
   *     unknown
   * @param at when that snapshot was made, or else when the attempt finished
   */
  public record Generation(
      String run,
      int attempt,
      String workflow,
      String job,
      String mode,
      Long rolledBackTo,
      Long snapshot,
      Long rows,
      Long files,
      Long bytes,
      Instant at) {}

  /** The newest first. */
  public List<Generation> of(TableName table, int limit) {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT *
                    FROM (
                      SELECT
                        run_id AS run,
                        attempt,
                        workflow_type AS workflow,
                        external_data_job_id AS job,
                        publish_mode AS mode,
                        CAST(NULL AS bigint) AS rolled_back_to,
                        snapshot_id AS snapshot,
                        rows,
                        files,
                        bytes,
                        COALESCE(snapshot_time, finished_at) AS at
                      FROM managed_warehouse_source_job
                      WHERE lake = :lake
                        AND target_schema = :schema
                        AND target_table = :table
                        AND status = 'completed'
                      UNION ALL
                      SELECT
                        'rollback-' || id,
                        1,
                        'rollback',
                        NULL,
                        'swap',
                        to_snapshot,
                        snapshot_id,
                        rows,
                        files,
                        bytes,
                        COALESCE(snapshot_time, finished_at)
                      FROM table_rollback
                      WHERE lake = :lake
                        AND table_schema = :schema
                        AND table_name = :table
                        AND status = 'completed') AS generation
                    ORDER BY at DESC, snapshot DESC NULLS LAST
                    LIMIT :limit
                    """)
                .bind("lake", lake)
                .bind("schema", table.schema())
                .bind("table", table.table())
                .bind("limit", limit)
                .map(ConstructorMapper.of(Generation.class))
                .list());
  }
}
