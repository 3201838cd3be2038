package dev.lakeferry.job;

import dev.lakeferry.naming.TableName;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;

/** What earlier attempts of a job landed, from which the next one's prefix is chosen. */
public final class RecordedLandings {
  private final Jdbi jdbi;

  /** Takes the state database. */
  public RecordedLandings(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /**
   * The recorded landings of a run's job for one table, by any run of that job, oldest first;
   * attempts of the run itself are among them.
   */
  public List<RecordedLanding> of(WorkflowRun run, String lake, TableName table) {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT
                      run_id,
                      attempt,
                      landing_prefix AS prefix,
                      plan_digest AS digest,
                      token,
                      commit_sent,
                      status = 'running'
                        OR stale_reason IS NOT DISTINCT FROM 'lease_lost'
                        OR leftovers_claimed_at IS NOT NULL AS in_use
                    FROM managed_warehouse_source_job
                    WHERE team_id = :team
                      AND external_data_job_id = :job
                      AND COALESCE(source_schema_id, saved_query_id) = :subject
                      AND lake = :lake
                      AND target_schema = :schema
                      AND target_table = :table
                      AND landing_prefix IS NOT NULL
                    ORDER BY id
                    """)
                .bind("team", run.teamId())
                .bind("job", run.jobId())
                .bind("subject", run.subjectId())
                .bind("lake", lake)
                .bind("schema", table.schema())
                .bind("table", table.table())
                .map(ConstructorMapper.of(RecordedLanding.class))
                .list());
  }

  /** Makes reservations of one prefix wait for each other until the transaction ends. */
  static void lock(Handle handle, LandingPlace place) {
    handle
        .createQuery("SELECT pg_advisory_xact_lock(:key) IS NULL")
        .bind("key", LockKey.of("landing", place.lake(), place.prefix()))
        .mapTo(Boolean.class)
        .one();
  }

  static boolean takenByAnother(Handle handle, Attempt attempt, LandingPlace place) {
    return handle
        .createQuery(
            """
            SELECT EXISTS (
              SELECT
              FROM managed_warehouse_source_job
              WHERE landing_prefix = :prefix
                AND lake = :lake
                AND run_id <> :run)
            """)
        .bind("prefix", place.prefix())
        .bind("lake", place.lake())
        .bind("run", attempt.runId())
        .mapTo(Boolean.class)
        .one();
  }
}
