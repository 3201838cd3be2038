package dev.lakeferry.job;

import dev.lakeferry.naming.TableName;
import java.util.Optional;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;

/**
 * Never backwards (law 8): tells whether a newer generation of a table is there. Both import
 * workflows count; a generation is never newer than itself, whichever workflow carries it.
 */
public final class Generations {
  private final Jdbi jdbi;

  /** Takes the state database. */
  public Generations(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /**
   * The rule at the start: a newer completion of the same source schema or saved query is known and
   * may still be published, or was.
   *
   * @return the newest such run, of this run's own workflow where both import workflows have one;
   *     empty if this run may go on
   */
  public Optional<String> newerKnown(WorkflowRun run) {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT id
                    FROM workflow_run
                    WHERE team_id = :team
                      AND subject_kind = :kind
                      AND subject_id = :subject
                      AND (completed_at, COALESCE(folder_time, '-infinity'), inbox_id)
                        > (:completedAt, COALESCE(CAST(:folderTime AS timestamptz), '-infinity'), :inboxId)
                      AND (outcome IS NULL OR outcome = 'completed')
                    ORDER BY
                      completed_at DESC,
                      folder_time DESC NULLS LAST,
                      inbox_id DESC,
                      workflow = :workflow DESC
                    LIMIT 1
                    """)
                .bind("workflow", run.workflow())
                .bind("team", run.teamId())
                .bind("kind", run.subjectKind())
                .bind("subject", run.subjectId())
                .bindMethods(run.order())
                .mapTo(String.class)
                .findOne());
  }

  /**
   * The rule after landing and inside the transaction: only a newer generation that is published
   * stops an older one, so that a busy source is not starved.
   *
   * @return the run that published the newest; empty if this generation may be published
   */
  public Optional<String> newerPublished(String lake, TableName table, GenerationOrder order) {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT run_id
                    FROM managed_warehouse_source_job
                    WHERE lake = :lake
                      AND target_schema = :schema
                      AND target_table = :table
                      AND status = 'completed'
                      AND (completed_at, COALESCE(folder_time, '-infinity'), inbox_id)
                        > (:completedAt, COALESCE(CAST(:folderTime AS timestamptz), '-infinity'), :inboxId)
                    ORDER BY completed_at DESC, folder_time DESC NULLS LAST, inbox_id DESC
                    LIMIT 1
                    """)
                .bind("lake", lake)
                .bind("schema", table.schema())
                .bind("table", table.table())
                .bindMethods(order)
                .mapTo(String.class)
                .findOne());
  }

  /**
   * The last snapshot in which this service changed a table: by a publication, by taking it back to
   * an older generation, or by upkeep. What changed it since was somebody else.
   */
  public Optional<Long> lastPublishedSnapshot(String lake, TableName table) {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT max(snapshot_id)
                    FROM (
                      SELECT snapshot_id
                      FROM managed_warehouse_source_job
                      WHERE lake = :lake
                        AND target_schema = :schema
                        AND target_table = :table
                        AND status = 'completed'
                      UNION ALL
                      SELECT snapshot_id
                      FROM table_rollback
                      WHERE lake = :lake
                        AND table_schema = :schema
                        AND table_name = :table
                        AND status = 'completed'
                      UNION ALL
                      SELECT snapshot_id
                      FROM upkeep_log
                      WHERE lake = :lake
                        AND table_schema = :schema
                        AND table_name = :table) AS ours
                    """)
                .bind("lake", lake)
                .bind("schema", table.schema())
                .bind("table", table.table())
                .mapTo(Long.class)
                .findFirst());
  }

  /** The rows of the last publication of a table by this service. */
  public Optional<Long> lastPublishedRows(String lake, TableName table) {
    return lastPublished(lake, table).map(PublishedGeneration::rows);
  }

  /** The last publication of a table by this service. */
  public Optional<PublishedGeneration> lastPublished(String lake, TableName table) {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT
                      a.run_id,
                      a.workflow_type AS workflow,
                      a.team_id,
                      a.external_data_job_id AS job_id,
                      a.model_label,
                      a.saved_query_id,
                      r.payload ->> 'name' AS name,
                      r.payload ->> 'saved_query_name' AS saved_query_name,
                      a.rows,
                      a.files,
                      a.snapshot_id,
                      a.finished_at
                    FROM managed_warehouse_source_job a
                    LEFT JOIN workflow_run r ON r.id = a.run_id
                    WHERE a.lake = :lake
                      AND a.target_schema = :schema
                      AND a.target_table = :table
                      AND a.status = 'completed'
                    ORDER BY a.snapshot_id DESC
                    LIMIT 1
                    """)
                .bind("lake", lake)
                .bind("schema", table.schema())
                .bind("table", table.table())
                .map(ConstructorMapper.of(PublishedGeneration.class))
                .findFirst());
  }
}
