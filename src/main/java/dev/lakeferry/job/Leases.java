package dev.lakeferry.job;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes back what workers that died or hang had claimed. Several replicas may sweep at once: a
 * run's row lock decides which of them takes it.
 */
public final class Leases {
  /** How the error of a quarantined run begins. */
  public static final String QUARANTINED = "Quarantined: ";

  /** How the error of an attempt begins whose worker counts as dead. */
  static final String DIED = "Its worker ";

  private static final Logger LOG = LoggerFactory.getLogger(Leases.class);
  private static final long PATIENCE_MILLIS = 5_000;

  private final Jdbi jdbi;
  private final Fence fence;
  private final int starts;

  /**
   * Takes the state database and the fence of the lake.
   *
   * @param starts how often in a row a run's worker may die before the run is quarantined
   */
  public Leases(Jdbi jdbi, Fence fence, int starts) {
    this.jdbi = jdbi;
    this.fence = fence;
    this.starts = starts;
  }

  /** What became of a run whose lease had run out. */
  private enum Fate {
    STALE,
    COMPLETED,
    QUARANTINED,
    DUE
  }

  /**
   * What one sweep did.
   *
   * @param stale attempts that ended stale; their runs are due again
   * @param completed attempts whose COMMIT had landed
   * @param quarantined runs that kill their worker again and again
   * @param due runs that were claimed and not begun
   */
  public record Swept(int stale, int completed, int quarantined, int due) {
    /** Whether anything was found. */
    public boolean any() {
      return stale + completed + quarantined + due > 0;
    }
  }

  /** Ends the attempts of all leases that have run out by the database's clock. */
  public Swept sweep() {
    int[] counts = new int[Fate.values().length];
    for (String run : runOut()) {
      try {
        takeBack(run).ifPresent(fate -> counts[fate.ordinal()]++);
      } catch (RuntimeException e) {
        LOG.warn(
            "Run {} has lost its worker, but cannot be taken over yet; the next sweep tries again:"
                + " {}",
            run,
            e.getMessage());
      }
    }
    return new Swept(
        counts[Fate.STALE.ordinal()],
        counts[Fate.COMPLETED.ordinal()],
        counts[Fate.QUARANTINED.ordinal()],
        counts[Fate.DUE.ordinal()]);
  }

  private List<String> runOut() {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT id
                    FROM workflow_run
                    WHERE state = 'running'
                      AND lease_until < now()
                    ORDER BY lease_until
                    LIMIT 1000
                    """)
                .mapTo(String.class)
                .list());
  }

  private Optional<Fate> takeBack(String runId) {
    return jdbi.inTransaction(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT id, workflow_run.picked_by AS owner, deaths
                    FROM workflow_run
                    WHERE id = :id
                      AND state = 'running'
                      AND lease_until < now()
                    FOR UPDATE SKIP LOCKED
                    """)
                .bind("id", runId)
                .map(ConstructorMapper.of(Lost.class))
                .findOne()
                .map(lost -> takeBack(handle, lost)));
  }

  /** A run whose lease has run out, locked. */
  record Lost(String id, String owner, int deaths) {}

  private Fate takeBack(Handle handle, Lost lost) {
    Optional<Attempt> begun = AttemptStore.workedOn(handle, lost.id(), lost.owner());
    if (begun.isEmpty()) {
      RunStore.due(handle, lost.id(), Duration.ZERO, false);
      LOG.warn(
          "Run {} was claimed by {}, which died before it began; due again.",
          lost.id(),
          lost.owner());
      return Fate.DUE;
    }
    Attempt attempt = begun.get();
    endSessions(handle, attempt);
    Optional<PublishedSnapshot> landed =
        attempt.commitSent() ? fence.outcome(attempt) : Optional.empty();
    if (landed.isPresent()) {
      AttemptStore.foundCompleted(handle, attempt, landed.get());
      RunStore.done(handle, lost.id(), AttemptStatus.COMPLETED, true);
      LOG.warn(
          "{}: its worker {} died after COMMIT; snapshot {} holds it, so it is completed.",
          attempt,
          attempt.owner(),
          landed.get().id());
      return Fate.COMPLETED;
    }
    int deaths = RunStore.died(handle, lost.id());
    if (deaths >= starts) {
      String text = poisoned(attempt, deaths);
      AttemptStore.takenBack(handle, attempt, AttemptStatus.FAILED, text);
      RunStore.done(handle, lost.id(), AttemptStatus.FAILED, true);
      LOG.error("{}: {}", attempt, text);
      return Fate.QUARANTINED;
    }
    String text = died(attempt);
    AttemptStore.takenBack(handle, attempt, AttemptStatus.STALE, text);
    RunStore.due(handle, lost.id(), Duration.ZERO, false);
    LOG.warn("{}: {}", attempt, text);
    return Fate.STALE;
  }

  private void endSessions(Handle handle, Attempt attempt) {
    boolean allEnded =
        handle
            .createQuery(
                """
                SELECT COALESCE(bool_and(pg_terminate_backend(pid, :patience)), true)
                FROM pg_stat_activity
                WHERE datname = current_database()
                  AND usename = current_user
                  AND starts_with(application_name, :prefix)
                """)
            .bind("patience", PATIENCE_MILLIS)
            .bind("prefix", SessionName.prefix(attempt.id()))
            .mapTo(Boolean.class)
            .one();
    if (!allEnded) {
      throw new IllegalStateException("a lock session of its former worker does not end");
    }
    if (attempt.catalogSession() != null) {
      fence.endCatalogSession(attempt);
    }
  }

  private static boolean mayBeCommitting(Attempt attempt) {
    return attempt.commitSent() || attempt.shadowTable() != null;
  }

  private static String died(Attempt attempt) {
    return DIED
        + "%s gave no sign of life after %s (stage: %s). Its sessions were ended, nothing of it is published, and the run is due again."
            .formatted(attempt.owner(), attempt.heartbeatAt(), attempt.stage());
  }

  private static String poisoned(Attempt attempt, int deaths) {
    return (QUARANTINED
            + "the process that worked on this run died or hung %d times in a row, the last time"
            + " in stage %s (%s, last heard of at %s). The live table is as it was. Look for"
            + " hs_err_pid*.log, the kernel's out-of-memory log and this run's lines in the"
            + " service's log, then: bin/lakeferry retry %s")
        .formatted(
            deaths, attempt.stage(), attempt.owner(), attempt.heartbeatAt(), attempt.runId());
  }

  /**
   * Gives up what an instance that stops still works on, so that another takes it at once. An
   * attempt whose COMMIT was sent is left: its lease runs out, and its outcome is looked up then.
   * So is one that fills a shadow table by steps: a step that was sent may land after this process
   * ended, and only the sweep ends its sessions before the next attempt looks what the shadow
   * holds.
   *
   * @return how many runs are due again
   */
  public int giveUp(InstanceName instance) {
    return jdbi.inTransaction(
        handle -> {
          int given = 0;
          for (String run : RunStore.heldBy(handle, instance)) {
            Optional<Attempt> attempt = AttemptStore.workedOn(handle, run, instance.value());
            if (attempt.filter(Leases::mayBeCommitting).isPresent()) {
              continue;
            }
            attempt.ifPresent(
                begun ->
                    AttemptStore.takenBack(
                        handle,
                        begun,
                        AttemptStatus.STALE,
                        "The service was stopped while it worked on this (stage: %s). Nothing of it is published, and the run is due again."
                            .formatted(begun.stage())));
            RunStore.due(handle, run, Duration.ZERO, false);
            given++;
          }
          return given;
        });
  }
}
