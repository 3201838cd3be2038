package dev.lakeferry.overview;

import dev.lakeferry.job.VerificationResult;
import dev.lakeferry.job.VerificationResults;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/** Reads what became of a run. */
public final class RunReports {
  private static final String LAND = "land";

  private final Jdbi jdbi;

  /** Takes the state database. */
  public RunReports(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /** A run with everything that is known of it. */
  public Optional<RunReport> find(String id) {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT
                      *,
                      now() AS at,
                      COALESCE(outcome, state) AS shown,
                      left(COALESCE(
                        NULLIF(payload ->> 'model_label', ''),
                        payload ->> 'saved_query_name',
                        payload ->> 'name'), 400) AS name
                    FROM workflow_run
                    WHERE id = :id
                    """)
                .bind("id", id)
                .map((row, context) -> report(handle, row))
                .findOne());
  }

  private static RunReport report(Handle handle, ResultSet row) throws SQLException {
    Instant now = row.getObject("at", OffsetDateTime.class).toInstant();
    List<AttemptReport> attempts = attempts(handle, row.getString("id"), now);
    AttemptReport newest = attempts.isEmpty() ? null : attempts.get(0);
    Instant notBefore = Read.time(row, "not_before");
    String state = row.getString("shown");
    return new RunReport(
        now,
        row.getString("id"),
        row.getString("workflow"),
        row.getLong("team_id"),
        Read.number(row, "environment_id"),
        row.getString("organization_id"),
        row.getString("subject_kind"),
        row.getString("subject_id"),
        row.getString("name"),
        row.getString("job_id"),
        row.getString("token"),
        attempts.stream()
            .map(AttemptReport::tableName)
            .filter(table -> table != null)
            .findFirst()
            .orElse(null),
        state,
        row.getInt("attempts"),
        Read.time(row, "created_at"),
        notBefore,
        Read.time(row, "completed_at"),
        row.getString("picked_by"),
        row.getString("cancel_requested_by"),
        Read.time(row, "lease_until"),
        Advice.of(
            state, row.getLong("team_id"), row.getString("waiting_reason"), notBefore, now, newest),
        attempts);
  }

  private static List<AttemptReport> attempts(Handle handle, String run, Instant now) {
    Map<Long, List<VerificationResult>> checks = VerificationResults.ofRun(handle, run);
    return handle
        .createQuery(
            """
            SELECT
              *,
              target_schema || '.' || target_table AS table_name
            FROM managed_warehouse_source_job
            WHERE run_id = :run
            ORDER BY attempt DESC
            """)
        .bind("run", run)
        .map((row, context) -> attempt(row, now, checks))
        .list();
  }

  private static AttemptReport attempt(
      ResultSet row, Instant now, Map<Long, List<VerificationResult>> checks) throws SQLException {
    Instant started = Read.time(row, "started_at");
    Instant finished = Read.time(row, "finished_at");
    boolean running = row.getString("status").equals("running");
    String stage = row.getString("stage");
    long inStage = running ? millis(Read.time(row, "stage_started_at"), now) : 0;
    return new AttemptReport(
        row.getInt("attempt"),
        row.getString("table_name"),
        row.getString("status"),
        row.getString("stale_reason"),
        row.getString("superseded_by"),
        stage,
        row.getString("owner"),
        started,
        Read.time(row, "heartbeat_at"),
        finished,
        millis(started, finished == null ? now : finished),
        row.getString("latest_error"),
        row.getString("failure_kind"),
        row.getString("kept"),
        row.getString("landing_prefix"),
        row.getString("publish_mode"),
        Read.number(row, "files"),
        Read.number(row, "rows"),
        Read.number(row, "bytes"),
        Read.number(row, "files_rewritten"),
        row.getString("rewrite_reasons"),
        Read.number(row, "files_empty"),
        Read.number(row, "base_snapshot_id"),
        Read.number(row, "snapshot_id"),
        progress(row, LAND.equals(stage) ? inStage : 0),
        Stages.of(row.getString("stage_millis"), running ? stage : null, inStage),
        checks.getOrDefault(row.getLong("id"), List.of()));
  }

  private static Progress progress(ResultSet row, long copyingMillis) throws SQLException {
    Long total = Read.number(row, "objects_total");
    return total == null
        ? null
        : Progress.of(row.getLong("objects_done"), total, row.getLong("bytes_done"), copyingMillis);
  }

  private static long millis(Instant from, Instant to) {
    return from == null || to == null
        ? 0
        : Math.max(
            0,
            (to.getEpochSecond() - from.getEpochSecond()) * 1_000
                + (to.getNano() - from.getNano()) / 1_000_000);
  }
}
