package dev.lakeferry.job;

import dev.lakeferry.failure.RetryableFailure;
import dev.lakeferry.failure.RetryableFailure.Cause;
import dev.lakeferry.failure.RunFailure;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * One attempt that this process works on: how long it may take, how long it may stand still, and
 * what stops it. {@link Heartbeats} watches over it from another thread.
 */
public final class Watch implements AutoCloseable {
  private final Heartbeats heartbeats;
  private final Attempt attempt;
  private final Duration budget;
  private final Duration stall;
  private final long began = System.nanoTime();
  private final Progress progress = new Progress(began);
  private long lastBeat = began;
  private RunFailure stopped;
  private Consumer<RunFailure> stopper;
  private boolean committing;
  private boolean stalled;
  private boolean lost;

  Watch(Heartbeats heartbeats, Attempt attempt, Duration budget, Duration stall) {
    this.heartbeats = heartbeats;
    this.attempt = attempt;
    this.budget = budget;
    this.stall = stall;
  }

  Attempt attempt() {
    return attempt;
  }

  /**
   * Says how the work that comes next is stopped from another thread.
   *
   * @throws RunFailure if it is to be stopped already
   */
  public synchronized void stoppedBy(Consumer<RunFailure> how) {
    require();
    stopper = how;
  }

  /**
   * Says how it is seen whether the work that comes next moves, while it tells of no step.
   *
   * @param figure changes for as long as that work moves
   */
  public void measuredBy(LongSupplier figure) {
    progress.measuredBy(figure);
  }

  /** Says that the work that could be stopped, or measured, is over. */
  public synchronized void stoppedByNothing() {
    stopper = null;
    progress.measuredBy(() -> 0);
  }

  /** Tells that a step is done: a worker of which nothing is told for long is stuck. */
  public void moved() {
    progress.moved();
  }

  /** Says that others are waited for, until the next step is told or begun. */
  public void waitsForOthers() {
    progress.waitsForOthers();
  }

  /**
   * Asks before each step whether the attempt may go on; who asks moves.
   *
   * @throws RunFailure if its time is over, its lease is lost, or the service stops
   */
  public synchronized void require() {
    if (stopped != null) {
      throw stopped;
    }
    progress.moved();
  }

  /** COMMIT is sent next: its time is not bounded by the budget any more. */
  public synchronized void committing() {
    require();
    committing = true;
  }

  /** Ends the work with a reason, unless COMMIT was sent. */
  public synchronized void stop(RunFailure why) {
    if (stopped != null || committing) {
      return;
    }
    stopped = why;
    if (stopper != null) {
      stopper.accept(why);
    }
  }

  /** The attempt is not ours any more: it needs no sign of life, and its work ends. */
  synchronized void lost(RunFailure why) {
    lost = true;
    stop(why);
  }

  /** Looks at the clock and at the work; true if a sign of life is due. */
  synchronized boolean due(Duration period, Duration extra) {
    long now = System.nanoTime();
    long standstill = progress.standstill(now);
    boolean over = now - began > budget.toNanos();
    if (over) {
      stop(
          new RetryableFailure(
              Cause.TIME_BUDGET,
              ("The time budget of %s is over; the statement that ran was cancelled, and nothing was"
                      + " published by this attempt. If the work is right to take longer, raise the"
                      + " workflow's time-budget.")
                  .formatted(told(budget)),
              null));
    }
    if (standstill > stall.toNanos()) {
      // A COMMIT that was sent is not stopped; who takes over looks up what became of it.
      stalled = true;
      stop(
          new RetryableFailure(
              Cause.STALLED,
              ("Nothing of this attempt has moved for %s (lakeferry.stall); what it waited for was"
                      + " cancelled, and nothing was published by it. Look whether S3 and the catalog"
                      + " answer, and whether somebody holds a lock in the catalog's database.")
                  .formatted(told(stall)),
              null));
    }
    // A worker that does not end although it was told to is stuck: its lease runs out.
    boolean stuck = stalled || now - began > budget.plus(committing ? budget : extra).toNanos();
    if (lost || stuck || now - lastBeat < period.toNanos()) {
      return false;
    }
    lastBeat = now;
    return true;
  }

  private static String told(Duration duration) {
    return duration.toString().substring(2).toLowerCase(Locale.ROOT);
  }

  /** Ends the watch, with the attempt. */
  @Override
  public void close() {
    heartbeats.remove(this);
  }
}
