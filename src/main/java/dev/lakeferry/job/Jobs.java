package dev.lakeferry.job;

import dev.lakeferry.failure.SupersededFailure;
import dev.lakeferry.naming.TableName;
import java.time.Duration;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The life of a run and its attempts, as the routes drive it. Run and attempt change in one
 * transaction.
 *
 * <p>Law "an edited route can stop work, never corrupt it": each step acts only on a run that this
 * instance claimed and on an attempt that runs and is ours; anything else is an {@link
 * IllegalStateException} that changes nothing. Law "states tell the truth": therefore a completed
 * attempt never becomes failed, nor a failed one completed.
 */
public final class Jobs {
  private static final Logger LOG = LoggerFactory.getLogger(Jobs.class);

  private final Jdbi jdbi;
  private final InstanceName instance;
  private final Duration lease;
  private final ErrorText errors;

  /**
   * Takes what all steps need.
   *
   * @param instance the name by which this process claims
   * @param lease for how long a heartbeat keeps a run
   * @param errors keeps secrets out of stored messages
   */
  public Jobs(Jdbi jdbi, InstanceName instance, Duration lease, ErrorText errors) {
    this.jdbi = jdbi;
    this.instance = instance;
    this.lease = lease;
    this.errors = errors;
  }

  /**
   * Begins an attempt at a claimed run, or takes up the one that waited for a busy table.
   *
   * @throws IllegalStateException if the run is not claimed by this instance, or is worked on
   */
  public Attempt start(WorkflowRun run) {
    return jdbi.inTransaction(handle -> begin(handle, run));
  }

  /**
   * Says that a stage begins; the time of the one before it is recorded. Counts as a heartbeat.
   *
   * @param stage a short name, such as {@code landing}
   */
  public void stage(Attempt attempt, String stage) {
    change(
        attempt,
        "enter stage " + stage,
        handle -> AttemptStore.stage(handle, attempt, instance, stage));
  }

  /** Tells how far landing is, in total; never goes back. Counts as a heartbeat. */
  public void progress(Attempt attempt, long objectsDone, long bytesDone) {
    change(
        attempt,
        "record progress",
        handle -> AttemptStore.progress(handle, attempt, instance, objectsDone, bytesDone));
  }

  /**
   * Says that the attempt is alive and keeps its lease.
   *
   * @return false if the attempt is not ours any more: its work must stop
   */
  public boolean heartbeat(Attempt attempt) {
    return jdbi.inTransaction(handle -> AttemptStore.heartbeat(handle, attempt, instance, lease));
  }

  /** Says which table the attempt is for, as soon as that is known. */
  public void recordTarget(Attempt attempt, String lake, TableName table) {
    change(
        attempt,
        "record its table",
        handle -> AttemptStore.target(handle, attempt, instance, lake, table));
  }

  /**
   * Reserves a landing prefix before the first object is written there.
   *
   * <p>Law "objects that the catalog may know are sacred": two generations of one job, worked on at
   * once, must not both take the plain prefix.
   *
   * @return false if another run has the prefix; the caller takes a sibling of it
   */
  public boolean recordLanding(Attempt attempt, LandingPlace place) {
    return jdbi.inTransaction(
        handle -> {
          RecordedLandings.lock(handle, place);
          if (RecordedLandings.takenByAnother(handle, attempt, place)) {
            return false;
          }
          require(
              AttemptStore.heartbeat(handle, attempt, instance, lease)
                  && AttemptStore.landing(handle, attempt, instance, place),
              attempt,
              "record its landing");
          return true;
        });
  }

  /**
   * Says that COMMIT is about to be sent. From now on the catalog may know the landed objects,
   * whatever becomes of the attempt.
   */
  public void commitSent(Attempt attempt) {
    change(attempt, "send COMMIT", handle -> AttemptStore.commitSent(handle, attempt, instance));
  }

  /**
   * Ends an attempt whose swap is done. Doing it again with the same snapshot changes nothing; the
   * write is tried twice, because a finished swap must not stay unrecorded.
   *
   * @throws IllegalStateException if the attempt is not ours and running
   */
  public void complete(Attempt attempt, RecordedPublication published) {
    try {
      completeOnce(attempt, published);
    } catch (JdbiException e) {
      LOG.warn("{}: recording the finished swap failed; trying once more.", attempt, e);
      completeOnce(attempt, published);
    }
  }

  private void completeOnce(Attempt attempt, RecordedPublication published) {
    jdbi.useTransaction(
        handle -> {
          if (RunStore.lock(handle, attempt.runId(), instance).isPresent()
              && AttemptStore.completed(handle, attempt, instance, published)) {
            RunStore.done(handle, attempt.runId(), AttemptStatus.COMPLETED, true);
            return;
          }
          require(
              AttemptStore.wasCompleted(handle, attempt, published.snapshotId()),
              attempt,
              "be completed");
        });
  }

  /**
   * Ends an attempt that failed; one that was overtaken ends stale instead.
   *
   * @param kept what was left in place, for the operator, or null
   * @throws IllegalStateException if the attempt is not ours and running
   */
  public void fail(Attempt attempt, Throwable thrown, String kept) {
    jdbi.useTransaction(handle -> end(handle, attempt, thrown, kept));
  }

  /** Ends a claimed run that failed before its attempt began: with an attempt that says why. */
  public void fail(WorkflowRun run, Throwable thrown) {
    jdbi.useTransaction(handle -> end(handle, begin(handle, run), thrown, null));
  }

  private void end(Handle handle, Attempt attempt, Throwable thrown, String kept) {
    if (FailureKind.told(thrown) instanceof SupersededFailure superseded) {
      stale(
          handle,
          attempt,
          StaleReason.SUPERSEDED,
          superseded.newerRunId(),
          superseded.getMessage());
      return;
    }
    String text = errors.of(FailureKind.told(thrown));
    String left = kept == null ? null : errors.of(kept);
    String kind = FailureKind.of(thrown).id();
    require(
        RunStore.lock(handle, attempt.runId(), instance).isPresent()
            && AttemptStore.failed(handle, attempt, instance, text, kind, left),
        attempt,
        "be failed");
    RunStore.done(handle, attempt.runId(), AttemptStatus.FAILED, true);
  }

  /**
   * Ends an attempt that was overtaken, or whose lease was lost; the run of the latter is due
   * again.
   *
   * @param newerRunId the run that carries the newer generation, or null
   * @throws IllegalStateException if the attempt is not ours and running
   */
  public void stale(Attempt attempt, StaleReason reason, String newerRunId, String message) {
    jdbi.useTransaction(handle -> stale(handle, attempt, reason, newerRunId, message));
  }

  private void stale(
      Handle handle, Attempt attempt, StaleReason reason, String newer, String message) {
    String text = errors.of(message);
    require(
        RunStore.lock(handle, attempt.runId(), instance).isPresent()
            && AttemptStore.stale(handle, attempt, instance, reason, newer, text),
        attempt,
        "be stale");
    switch (reason) {
      case SUPERSEDED -> RunStore.done(handle, attempt.runId(), AttemptStatus.STALE, true);
      case LEASE_LOST -> RunStore.due(handle, attempt.runId(), Duration.ZERO, true);
    }
  }

  /** Ends a claimed run whose gate is off. It is told by one attempt, however often it happens. */
  public void skip(WorkflowRun run, String reason) {
    jdbi.useTransaction(
        handle -> {
          AttemptStore.skipped(handle, begin(handle, run), errors.of(reason));
          RunStore.done(handle, run.id(), AttemptStatus.SKIPPED, false);
        });
  }

  /**
   * Gives a claimed run back because its table is busy: due again after a while, and no attempt is
   * counted. An attempt that began waits with it, keeps its landing, and is taken up again by
   * {@link #start}.
   *
   * @param after how long to wait, by the database's clock
   */
  public void busy(WorkflowRun run, Duration after) {
    jdbi.useTransaction(
        handle -> {
          require(RunStore.lock(handle, run.id(), instance).isPresent(), run.id(), "wait");
          AttemptStore.park(handle, run.id(), instance);
          RunStore.due(handle, run.id(), after, false);
        });
  }

  private Attempt begin(Handle handle, WorkflowRun run) {
    WorkflowRun current = RunStore.lock(handle, run.id(), instance).orElse(null);
    require(current != null, run.id(), "be worked on");
    require(!AttemptStore.isWorkedOn(handle, current), run.id(), "be worked on twice at once");
    return AttemptStore.adopt(handle, current, instance)
        .orElseGet(() -> AttemptStore.insert(handle, current, instance));
  }

  private void change(Attempt attempt, String what, Step step) {
    jdbi.useTransaction(
        handle ->
            require(
                AttemptStore.heartbeat(handle, attempt, instance, lease) && step.on(handle),
                attempt,
                what));
  }

  private void require(boolean held, Object subject, String what) {
    if (!held) {
      throw new IllegalStateException(
          subject
              + " cannot "
              + what
              + ": it is not running here, or has ended. Instance "
              + instance
              + " changed nothing. Look at the run's state; if a route was edited, see that it"
              + " claims, starts and ends each run once.");
    }
  }

  /** A change that answers whether its precondition held. */
  private interface Step {
    boolean on(Handle handle);
  }
}
