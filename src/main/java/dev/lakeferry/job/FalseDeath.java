package dev.lakeferry.job;

import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A worker that was taken for dead and lives: the state database was away for longer than its
 * lease, or its process was paused. A run that was not there when its workers "died" must not be
 * quarantined for it.
 */
final class FalseDeath {
  private static final Logger LOG = LoggerFactory.getLogger(FalseDeath.class);

  private FalseDeath() {}

  /** What was made of an attempt by a sweep; its run is locked. */
  record Buried(AttemptStatus status, String stage, String latestError) {}

  /**
   * Takes a death back that a sweep counted.
   *
   * @return false while the attempt is still the worker's, so that no sweep has counted anything
   */
  static boolean takeBack(Handle handle, Attempt attempt, InstanceName owner) {
    handle
        .createQuery("SELECT id FROM workflow_run WHERE id = :run FOR UPDATE")
        .bind("run", attempt.runId())
        .mapTo(String.class)
        .one();
    Optional<Buried> found = buried(handle, attempt, owner);
    if (found.isEmpty()) {
      return true;
    }
    if (found.get().status() == AttemptStatus.RUNNING) {
      return false;
    }
    String error = Optional.ofNullable(found.get().latestError()).orElse("");
    boolean quarantined =
        found.get().status() == AttemptStatus.FAILED && error.startsWith(Leases.QUARANTINED);
    if (quarantined || error.startsWith(Leases.DIED)) {
      rewrite(handle, attempt, found.get(), owner);
      if (quarantined) {
        revive(handle, attempt);
      } else {
        forget(handle, attempt);
      }
      LOG.warn("{} was taken over from here, though this process lives; not counted", attempt);
    }
    return true;
  }

  private static Optional<Buried> buried(Handle handle, Attempt attempt, InstanceName owner) {
    return handle
        .createQuery(
            """
            SELECT status, stage, latest_error
            FROM managed_warehouse_source_job
            WHERE id = :id
              AND owner = :owner
            """)
        .bind("id", attempt.id())
        .bind("owner", owner.value())
        .map(ConstructorMapper.of(Buried.class))
        .findOne();
  }

  private static void rewrite(Handle handle, Attempt attempt, Buried found, InstanceName owner) {
    handle
        .createUpdate(
            """
            UPDATE managed_warehouse_source_job
            SET status = 'stale',
              stale_reason = :reason,
              failure_kind = NULL,
              latest_error = :text
            WHERE id = :id
            """)
        .bind("id", attempt.id())
        .bind("reason", StaleReason.LEASE_LOST.id())
        .bind(
            "text",
            ("Taken over from %s, of which nothing was heard for longer than its lease (stage: %s). It"
                    + " lives: it was cut off from the state database, or stood still, so this is not"
                    + " counted as its death. Nothing of the attempt is published, and the run was made"
                    + " due again.")
                .formatted(owner, found.stage()))
        .execute();
  }

  /** Makes the run due that ended with this attempt, unless somebody did so since. */
  private static void revive(Handle handle, Attempt attempt) {
    handle
        .createUpdate(
            """
            UPDATE workflow_run
            SET state = 'due',
              outcome = NULL,
              not_before = now(),
              updated_at = now()
            WHERE id = :run
              AND outcome = 'failed'
              AND NOT EXISTS (
                SELECT
                FROM managed_warehouse_source_job AS later
                WHERE later.run_id = :run
                  AND later.attempt > :attempt)
            """)
        .bind("run", attempt.runId())
        .bind("attempt", attempt.attempt())
        .execute();
  }

  private static void forget(Handle handle, Attempt attempt) {
    handle
        .createUpdate("UPDATE workflow_run SET deaths = GREATEST(deaths - 1, 0) WHERE id = :run")
        .bind("run", attempt.runId())
        .execute();
  }
}
