package dev.lakeferry.ops;

import dev.lakeferry.job.AttemptStatus;
import dev.lakeferry.job.VerificationResult;
import dev.lakeferry.job.VerificationResults;
import dev.lakeferry.overview.Stages;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;

/** Reads what became of runs; changes nothing. */
final class History {
  private final Jdbi jdbi;

  History(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /** What has no attempt yet. */
  record Waiting(long completions, long runs) {}

  /** The newest attempts first. */
  List<AttemptLine> latest(Long team, AttemptStatus status, int limit) {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT
                      run_id AS run,
                      attempt,
                      team_id,
                      workflow_type AS workflow,
                      target_schema || '.' || target_table AS table,
                      status,
                      stage,
                      rows,
                      files,
                      bytes,
                      snapshot_id,
                      started_at,
                      finished_at,
                      CAST(EXTRACT(EPOCH FROM COALESCE(finished_at, now()) - started_at) * 1000
                        AS bigint) AS took_millis,
                      split_part(latest_error, E'\\n', 1) AS error
                    FROM managed_warehouse_source_job
                    WHERE (CAST(:team AS bigint) IS NULL OR team_id = :team)
                      AND (CAST(:status AS text) IS NULL OR status = :status)
                    ORDER BY id DESC
                    LIMIT :limit
                    """)
                .bind("team", team)
                .bind("status", status == null ? null : status.name().toLowerCase(Locale.ROOT))
                .bind("limit", limit)
                .map(ConstructorMapper.of(AttemptLine.class))
                .list());
  }

  /** Counts completions that are not taken yet and runs that are due. */
  Waiting waiting(Long team) {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT
                      (SELECT count(*)
                       FROM (
                         SELECT team_id, taken_at
                         FROM completed_import
                         UNION ALL
                         SELECT team_id, taken_at
                         FROM completed_materialization) AS inbox
                       WHERE taken_at IS NULL
                         AND (CAST(:team AS bigint) IS NULL OR team_id = :team)) AS completions,
                      (SELECT count(*)
                       FROM workflow_run
                       WHERE state = 'due'
                         AND (CAST(:team AS bigint) IS NULL OR team_id = :team)) AS runs
                    """)
                .bind("team", team)
                .map(ConstructorMapper.of(Waiting.class))
                .one());
  }

  /** A run with everything that is known of it. */
  Optional<RunDetail> run(String id) {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery("SELECT * FROM workflow_run WHERE id = :id")
                .bind("id", id)
                .map(
                    (row, context) ->
                        new RunDetail(
                            id,
                            row.getString("workflow"),
                            row.getLong("team_id"),
                            row.getString("subject_id"),
                            row.getString("job_id"),
                            row.getString("state"),
                            row.getString("outcome"),
                            row.getInt("attempts"),
                            instant(row, "not_before"),
                            instant(row, "completed_at"),
                            row.getLong("inbox_id"),
                            attempts(handle, id)))
                .findOne());
  }

  private static List<AttemptDetail> attempts(Handle handle, String run) {
    Map<Long, List<VerificationResult>> checks = VerificationResults.ofRun(handle, run);
    return handle
        .createQuery(
            """
            SELECT
              *,
              target_schema || '.' || target_table AS table_name,
              CAST(EXTRACT(EPOCH FROM COALESCE(finished_at, now()) - started_at) * 1000
                AS bigint) AS took_millis
            FROM managed_warehouse_source_job
            WHERE run_id = :run
            ORDER BY attempt
            """)
        .bind("run", run)
        .map((row, context) -> attempt(row, checks.getOrDefault(row.getLong("id"), List.of())))
        .list();
  }

  private static AttemptDetail attempt(ResultSet row, List<VerificationResult> checks)
      throws SQLException {
    return new AttemptDetail(
        row.getInt("attempt"),
        row.getString("table_name"),
        row.getString("status"),
        row.getString("stale_reason"),
        row.getString("superseded_by"),
        row.getString("stage"),
        number(row, "rows"),
        number(row, "files"),
        number(row, "bytes"),
        number(row, "files_rewritten"),
        row.getString("rewrite_reasons"),
        number(row, "files_empty"),
        number(row, "snapshot_id"),
        instant(row, "started_at"),
        instant(row, "finished_at"),
        row.getLong("took_millis"),
        row.getString("latest_error"),
        row.getString("failure_kind"),
        row.getString("kept"),
        row.getString("landing_prefix"),
        stages(row.getString("stage_millis")),
        checks.stream().map(CheckLine::of).toList());
  }

  private static Map<String, Long> stages(String json) {
    Map<String, Long> stages = new LinkedHashMap<>();
    Stages.of(json, null, 0).forEach(stage -> stages.put(stage.name(), stage.milliseconds()));
    return stages;
  }

  private static Long number(ResultSet row, String column) throws SQLException {
    long number = row.getLong(column);
    return row.wasNull() ? null : number;
  }

  private static Instant instant(ResultSet row, String column) throws SQLException {
    OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
    return time == null ? null : time.toInstant();
  }
}
