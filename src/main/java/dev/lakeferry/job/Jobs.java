package dev.lakeferry.job;

import dev.lakeferry.failure.SupersededFailure;
import dev.lakeferry.naming.TableName;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
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

  /** A run whose table is on hold is looked at again by then, released or not. */
  private static final Duration HELD_AT_MOST = Duration.ofHours(1);

  private final Jdbi jdbi;
  private final InstanceName instance;
  private final Duration lease;
  private final ErrorText errors;
  private final AttemptEvents events;

  /**
   * Takes what all steps need.
   *
   * @param instance the name by which this process claims
   * @param lease for how long a heartbeat keeps a run
   * @param errors keeps secrets out of stored messages
   */
  public Jobs(Jdbi jdbi, InstanceName instance, Duration lease, ErrorText errors) {
    this(jdbi, instance, lease, errors, AttemptEvents.NONE);
  }

  /** The same; somebody is told what happens. */
  public Jobs(
      Jdbi jdbi, InstanceName instance, Duration lease, ErrorText errors, AttemptEvents events) {
    this.jdbi = jdbi;
    this.instance = instance;
    this.lease = lease;
    this.errors = errors;
    this.events = events;
  }

  /**
   * Begins an attempt at a claimed run, or takes up the one that waited for a busy table.
   *
   * @throws IllegalStateException if the run is not claimed by this instance, or is worked on
   */
  public Attempt start(WorkflowRun run) {
    Begun begun = jdbi.inTransaction(handle -> begin(handle, run));
    events.began(run, begun.attempt(), begun.resumed());
    return begun.attempt();
  }

  /** An attempt, and whether it waited for a busy table. */
  private record Begun(Attempt attempt, boolean resumed) {}

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
    events.stage(attempt, stage);
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

  /**
   * Says that the worker of an attempt lives, though it was cut off or paused for longer than its
   * lease: what was counted as its death is taken back.
   *
   * @return false while the attempt is not taken from it yet, so that this is to be said again
   */
  boolean alive(Attempt attempt) {
    return jdbi.inTransaction(handle -> FalseDeath.takeBack(handle, attempt, instance));
  }

  /** Says which table the attempt is for, as soon as that is known. */
  public void recordTarget(Attempt attempt, String lake, TableName table) {
    change(
        attempt,
        "record its table",
        handle -> AttemptStore.target(handle, attempt, instance, lake, table));
    events.named(attempt, table);
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

  /** Says what its engine's sessions at the catalog are called, before it begins a transaction. */
  public void recordCatalogSession(Attempt attempt, String name) {
    change(
        attempt,
        "record its engine",
        handle -> AttemptStore.catalogSession(handle, attempt, instance, name));
  }

  /**
   * Says which table a staged publication fills, before it is made; a later attempt at the run may
   * go on with it.
   *
   * @param digest of the plan that it is filled by
   */
  public void recordShadow(Attempt attempt, TableName shadow, String digest) {
    change(
        attempt,
        "record its shadow table",
        handle -> AttemptStore.shadow(handle, attempt, instance, shadow, digest));
  }

  /**
   * Says that COMMIT is about to be sent. From now on the catalog may know the landed objects,
   * whatever becomes of the attempt.
   *
   * @param planned what the attempt brings if the COMMIT lands; whoever finds it landed after this
   *     process died has it from here
   */
  public void commitSent(Attempt attempt, RecordedPublication planned) {
    change(
        attempt,
        "send COMMIT",
        handle -> AttemptStore.commitSent(handle, attempt, instance, planned));
  }

  /**
   * Ends an attempt whose swap is done. Doing it again with the same snapshot changes nothing; the
   * write is tried twice, because a finished swap must not stay unrecorded.
   *
   * @throws IllegalStateException if the attempt is not ours and running
   */
  public void complete(Attempt attempt, RecordedPublication published) {
    complete(attempt, published, LandedChange.none());
  }

  /**
   * The same, and records of which objects the table is made now, together or not at all.
   *
   * @param change what the publication changed in them
   */
  public void complete(Attempt attempt, RecordedPublication published, LandedChange change) {
    try {
      completeOnce(attempt, published, change);
    } catch (JdbiException e) {
      LOG.warn("{}: recording the finished swap failed; trying once more.", attempt, e);
      completeOnce(attempt, published, change);
    }
    events.published(attempt, published);
    events.ended(attempt, AttemptStatus.COMPLETED);
  }

  /** Which of the runs that this instance works on are to stop, with who asked for it. */
  public Map<String, String> toStop() {
    return jdbi.withHandle(handle -> RunStore.toStop(handle, instance));
  }

  /**
   * Asks whether an operator cancelled the run.
   *
   * @throws dev.lakeferry.failure.FinalFailure saying by whom
   */
  public void refuseCancelled(Attempt attempt) {
    jdbi.useHandle(handle -> refuseCancelled(handle, attempt));
  }

  private static void refuseCancelled(Handle handle, Attempt attempt) {
    Cancellation.requested(handle, attempt.runId())
        .ifPresent(
            by -> {
              throw Cancellation.failure(by, attempt.runId());
            });
  }

  private void completeOnce(Attempt attempt, RecordedPublication published, LandedChange change) {
    jdbi.useTransaction(
        handle -> {
          if (RunStore.lock(handle, attempt.runId(), instance).isPresent()
              && AttemptStore.completed(handle, attempt, instance, published)) {
            RunStore.done(handle, attempt.runId(), AttemptStatus.COMPLETED, true);
            LandedObjects.apply(handle, attempt, published, change);
            return;
          }
          require(
              AttemptStore.wasCompleted(handle, attempt, published.snapshotId()),
              attempt,
              "be completed");
        });
  }

  /**
   * Ends an attempt that failed; one that was overtaken ends stale instead. Where another try may
   * help and the run has one left, the run is due again after a while.
   *
   * @param kept what was left in place, for the operator, or null
   * @param retries the workflow's
   * @return when the run is tried again; empty if it is not
   * @throws IllegalStateException if the attempt is not ours and running
   */
  public Optional<Duration> fail(
      Attempt attempt, Throwable thrown, String kept, RetryPolicy retries) {
    Optional<Duration> wait =
        jdbi.inTransaction(handle -> end(handle, attempt, thrown, kept, retries));
    events.ended(
        attempt,
        FailureKind.told(thrown) instanceof SupersededFailure
            ? AttemptStatus.STALE
            : AttemptStatus.FAILED);
    return wait;
  }

  /** Ends a claimed run that failed before its attempt began: with an attempt that says why. */
  public Optional<Duration> fail(WorkflowRun run, Throwable thrown, RetryPolicy retries) {
    return jdbi.inTransaction(
        handle -> end(handle, begin(handle, run).attempt(), thrown, null, retries));
  }

  private Optional<Duration> end(
      Handle handle, Attempt attempt, Throwable thrown, String kept, RetryPolicy retries) {
    if (FailureKind.told(thrown) instanceof SupersededFailure superseded) {
      superseded(handle, attempt, superseded);
      return Optional.empty();
    }
    String text = errors.of(FailureKind.told(thrown));
    String left = kept == null ? null : errors.of(kept);
    WorkflowRun run = RunStore.lock(handle, attempt.runId(), instance).orElse(null);
    Optional<String> cancelled = Cancellation.requested(handle, attempt.runId());
    FailureKind kind = cancelled.isPresent() ? FailureKind.FINAL : FailureKind.of(thrown);
    String told =
        cancelled
            .map(by -> Cancellation.text(by, attempt.runId()))
            .filter(cancel -> !cancel.equals(text))
            .map(cancel -> errors.of(cancel + "\nIt had failed as well: " + text))
            .orElse(text);
    require(
        run != null && AttemptStore.failed(handle, attempt, instance, told, kind.id(), left),
        attempt,
        "be failed");
    Optional<Duration> wait =
        kind == FailureKind.RETRYABLE
            ? retries.waitAfter(run.attempts(), ThreadLocalRandom.current())
            : Optional.empty();
    if (wait.isPresent()) {
      RunStore.due(handle, run.id(), wait.get(), true);
    } else {
      RunStore.done(handle, run.id(), AttemptStatus.FAILED, true);
    }
    return wait;
  }

  /**
   * Leaves an attempt whose COMMIT may or may not have landed to the next sweep, which asks the
   * catalog until it answers: it stays running, and its lease ends now.
   */
  public void leaveUnknown(Attempt attempt) {
    jdbi.useTransaction(
        handle ->
            require(
                RunStore.lock(handle, attempt.runId(), instance).isPresent()
                    && AttemptStore.stage(handle, attempt, instance, "outcome unknown")
                    && RunStore.endLease(handle, attempt.runId()),
                attempt,
                "be left to the sweep"));
  }

  private void superseded(Handle handle, Attempt attempt, SupersededFailure failure) {
    String text = errors.of(failure);
    require(
        RunStore.lock(handle, attempt.runId(), instance).isPresent()
            && AttemptStore.superseded(handle, attempt, instance, failure.newerRunId(), text),
        attempt,
        "be stale");
    RunStore.done(handle, attempt.runId(), AttemptStatus.STALE, true);
  }

  /** Ends a claimed run whose gate is off. It is told by one attempt, however often it happens. */
  public void skip(WorkflowRun run, String reason) {
    jdbi.useTransaction(
        handle -> {
          AttemptStore.skipped(handle, begin(handle, run).attempt(), errors.of(reason));
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
          giveBack(handle, run, after);
        });
  }

  /** Answers whether it waits; one that was cancelled has ended. */
  private boolean giveBack(Handle handle, WorkflowRun run, Duration after) {
    AttemptStore.park(handle, run.id(), instance);
    Optional<String> cancelled = Cancellation.requested(handle, run.id());
    if (cancelled.isPresent()) {
      Cancellation.end(handle, run.id(), cancelled.get());
      return false;
    }
    RunStore.due(handle, run.id(), after, false);
    return true;
  }

  /**
   * Gives a claimed run back because its table is on hold, as {@link #busy} does: due when the
   * table is released, and visibly waiting until then.
   */
  public void held(WorkflowRun run, TableHolds holds, TableName table) {
    jdbi.useTransaction(
        handle -> {
          require(RunStore.lock(handle, run.id(), instance).isPresent(), run.id(), "wait");
          // Locked, so that a release that comes now finds the run waiting.
          Optional<Hold> hold = holds.lock(handle, table);
          if (giveBack(handle, run, hold.isPresent() ? HELD_AT_MOST : Duration.ZERO)
              && hold.isPresent()) {
            RunStore.waitingFor(handle, run.id(), errors.of(hold.get().sentence()));
          }
        });
  }

  private Begun begin(Handle handle, WorkflowRun run) {
    WorkflowRun current = RunStore.lock(handle, run.id(), instance).orElse(null);
    require(current != null, run.id(), "be worked on");
    require(!AttemptStore.isWorkedOn(handle, current), run.id(), "be worked on twice at once");
    RunStore.waitingFor(handle, run.id(), null);
    return AttemptStore.adopt(handle, current, instance)
        .map(waited -> new Begun(waited, true))
        .orElseGet(() -> new Begun(AttemptStore.insert(handle, current, instance), false));
  }

  private void change(Attempt attempt, String what, Step step) {
    jdbi.useTransaction(
        handle -> {
          require(AttemptStore.heartbeat(handle, attempt, instance, lease), attempt, what);
          // The heartbeat locked the run: a cancel comes before this step, or waits for it.
          refuseCancelled(handle, attempt);
          require(step.on(handle), attempt, what);
        });
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
