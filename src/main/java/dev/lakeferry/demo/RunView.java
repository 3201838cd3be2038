package dev.lakeferry.demo;

import java.time.Instant;
import java.util.Optional;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;

/**
 * A run and its newest attempt, as anyone who may read the state database sees them.
 *
 * @param state {@code due}, {@code running} or {@code done}
 * @param outcome how a run that is done ended, else null
 * @param attemptId null before there is an attempt, as is all that follows
 * @param snapshotMillis how long the transaction that swapped it took
 */
record RunView(
    String runId,
    String state,
    String outcome,
    String pickedBy,
    Long attemptId,
    Integer attempt,
    String stage,
    Long objectsTotal,
    Long objectsDone,
    Long bytesDone,
    Long files,
    Long rows,
    Long snapshotId,
    Long snapshotMillis,
    Long landMillis,
    Instant finishedAt,
    String latestError,
    String kept,
    String targetSchema,
    String targetTable) {

  /** The run of a completion, once intake made it. */
  static Optional<RunView> of(Jdbi state, Announcement announcement) {
    return state.withHandle(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT
                      run.id AS run_id,
                      run.state,
                      run.outcome,
                      run.picked_by,
                      newest.id AS attempt_id,
                      newest.attempt,
                      newest.stage,
                      newest.objects_total,
                      newest.objects_done,
                      newest.bytes_done,
                      newest.files,
                      newest.rows,
                      newest.snapshot_id,
                      COALESCE(CAST(newest.stage_millis ->> 'register' AS bigint), 0)
                        + COALESCE(CAST(newest.stage_millis ->> 'verify' AS bigint), 0)
                        + COALESCE(CAST(newest.stage_millis ->> 'swap' AS bigint), 0)
                        + COALESCE(CAST(newest.stage_millis ->> 'commit' AS bigint), 0)
                        AS snapshot_millis,
                      CAST(newest.stage_millis ->> 'land' AS bigint) AS land_millis,
                      newest.finished_at,
                      newest.latest_error,
                      newest.kept,
                      newest.target_schema,
                      newest.target_table
                    FROM workflow_run AS run
                    LEFT JOIN LATERAL (
                      SELECT *
                      FROM managed_warehouse_source_job
                      WHERE run_id = run.id
                      ORDER BY attempt DESC
                      LIMIT 1) AS newest ON true
                    WHERE run.workflow = :workflow
                      AND run.team_id = :team
                      AND run.subject_id = :subject
                      AND run.job_id = :job
                    """)
                .bind("workflow", announcement.workflow())
                .bind("team", announcement.team())
                .bind("subject", announcement.subject())
                .bind("job", announcement.job())
                .map(ConstructorMapper.of(RunView.class))
                .findOne());
  }

  boolean ended() {
    return state.equals("done");
  }

  /** The table that the run is for; null before it was planned. */
  String table() {
    return targetTable == null ? null : targetSchema + "." + targetTable;
  }
}
