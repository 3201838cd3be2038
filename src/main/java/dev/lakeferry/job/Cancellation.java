package dev.lakeferry.job;

import dev.lakeferry.failure.FinalFailure;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * Ends runs on an operator's word. A due run ends at once; a running one is asked to stop, which
 * its worker finds within seconds, and at the latest before it sends COMMIT: then its attempt ends
 * failed, and says by whom. A COMMIT that was sent is never cancelled (law 3).
 */
public final class Cancellation {
  private final Jdbi jdbi;

  /** What became of it. */
  public enum Result {
    /** It had not begun, or waited: it is done, with the outcome failed. */
    CANCELLED,
    /** Its worker stops it. */
    STOPPING
  }

  /** Takes the state database. */
  public Cancellation(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /**
   * Cancels a run. Asking twice is harmless.
   *
   * @throws NotThere if there is no such run
   * @throws Refused if it is done, or its COMMIT was sent
   */
  public Result cancel(String runId, Actor actor) {
    return jdbi.inTransaction(
        handle -> {
          String state = RunStore.stateOf(handle, runId);
          Result result =
              switch (state) {
                case "due" -> {
                  end(handle, runId, actor.toString());
                  yield Result.CANCELLED;
                }
                case "running" -> {
                  ask(handle, runId, actor);
                  yield Result.STOPPING;
                }
                default ->
                    throw new Refused(
                        "Run %s is %s; only a run that is due or running can be cancelled. Nothing was changed."
                            .formatted(runId, state));
              };
          AuditLog.write(handle, actor, "cancel", runId, Map.of("was", state));
          return result;
        });
  }

  private static void ask(Handle handle, String runId, Actor actor) {
    if (isCommitSent(handle, runId)) {
      throw new Refused(
          "Run %s has sent its COMMIT, which is never cancelled. Nothing was changed; look at the run in a moment."
              .formatted(runId));
    }
    handle
        .createUpdate(
            """
            UPDATE workflow_run
            SET cancel_requested_by = COALESCE(cancel_requested_by, :by),
              cancel_requested_at = COALESCE(cancel_requested_at, now()),
              updated_at = now()
            WHERE id = :id
            """)
        .bind("id", runId)
        .bind("by", actor.toString())
        .execute();
  }

  private static boolean isCommitSent(Handle handle, String runId) {
    return handle
        .createQuery(
            """
            SELECT EXISTS (
              SELECT
              FROM managed_warehouse_source_job
              WHERE run_id = :run
                AND status = 'running'
                AND commit_sent)
            """)
        .bind("run", runId)
        .mapTo(Boolean.class)
        .one();
  }

  /** Ends a locked run that nobody works on, with an attempt that says by whom. */
  static void end(Handle handle, String runId, String by) {
    WorkflowRun run = RunStore.find(handle, runId).orElseThrow();
    InstanceName nobody = new InstanceName("cancelled");
    Attempt attempt =
        AttemptStore.adopt(handle, run, nobody)
            .orElseGet(() -> AttemptStore.insert(handle, run, nobody));
    AttemptStore.takenBack(handle, attempt, AttemptStatus.FAILED, text(by, runId));
    RunStore.done(handle, runId, AttemptStatus.FAILED, false);
  }

  /** Who asked that a run stops. */
  static Optional<String> requested(Handle handle, String runId) {
    return handle
        .createQuery("SELECT cancel_requested_by FROM workflow_run WHERE id = :id")
        .bind("id", runId)
        .mapTo(String.class)
        .findOne();
  }

  static FinalFailure failure(String by, String runId) {
    return new FinalFailure(text(by, runId));
  }

  /** What the attempt says. */
  static String text(String by, String runId) {
    return "Cancelled by %s; nothing was published by this attempt. To do it after all: bin/lakeferry retry %s"
        .formatted(by, runId);
  }
}
