package dev.lakeferry.job;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;

/**
 * Attempts that can no longer publish what they landed. One that found its run published by an
 * attempt before it is among them: it is completed, and sent no COMMIT of its own. Those of a job
 * that is still worked on, or of a prefix under which something was published, are not among them:
 * what is in doubt stays.
 */
public final class AbandonedAttempts {
  private static final String ABANDONED =
      """
      (status IN ('failed', 'stale', 'skipped')
        OR status = 'completed' AND NOT commit_sent AND landing_prefix IS NOT NULL)
      AND leftovers_removed_at IS NULL
      AND target_table IS NOT NULL
      AND lake = :lake
      AND finished_at < now() - make_interval(secs => :age)
      AND NOT EXISTS (
        SELECT
        FROM managed_warehouse_source_job AS other
        WHERE other.team_id = attempt.team_id
          AND other.external_data_job_id = attempt.external_data_job_id
          AND (other.status = 'running'
            OR other.status = 'completed'
              AND other.id <> attempt.id
              AND other.landing_prefix = attempt.landing_prefix))
      AND NOT EXISTS (
        SELECT
        FROM workflow_run AS run
        WHERE run.id = attempt.run_id
          AND run.state <> 'done')
      """;

  private final Jdbi jdbi;
  private final String lake;

  /** Takes the state database, and which lake's attempts count. */
  public AbandonedAttempts(Jdbi jdbi, String lake) {
    this.jdbi = jdbi;
    this.lake = lake;
  }

  /**
   * Those that ended longer ago than an age, oldest first.
   *
   * @param limit how many at most
   */
  public List<Abandoned> olderThan(Duration age, int limit) {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(
                    "SELECT * FROM managed_warehouse_source_job AS attempt WHERE "
                        + ABANDONED
                        + "ORDER BY finished_at LIMIT :limit")
                .bind("lake", lake)
                .bind("age", RunStore.seconds(age))
                .bind("limit", limit)
                .map(ConstructorMapper.of(Abandoned.class))
                .list());
  }

  /**
   * Says that what an attempt left is being removed: from now on no later attempt takes it up.
   *
   * @return false if it is worked on again
   */
  public boolean claim(Abandoned abandoned, Duration age) {
    return jdbi.withHandle(
        handle ->
            handle
                    .createUpdate(
                        "UPDATE managed_warehouse_source_job AS attempt SET leftovers_claimed_at = now()"
                            + " WHERE id = :id AND "
                            + ABANDONED)
                    .bind("id", abandoned.id())
                    .bind("lake", lake)
                    .bind("age", RunStore.seconds(age))
                    .execute()
                == 1);
  }

  /** Says that nothing of an attempt is left, so that it is not looked at again. */
  public void removed(Abandoned abandoned) {
    jdbi.useHandle(
        handle ->
            handle
                .createUpdate(
                    "UPDATE managed_warehouse_source_job SET leftovers_removed_at = now() WHERE id = :id")
                .bind("id", abandoned.id())
                .execute());
  }

  /** The time that is an age ago, by the database's clock. */
  public Instant ago(Duration age) {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery("SELECT now() - make_interval(secs => :age)")
                .bind("age", RunStore.seconds(age))
                .mapTo(Instant.class)
                .one());
  }
}
