package dev.lakeferry.job;

import dev.lakeferry.failure.RetryableFailure;
import dev.lakeferry.failure.RetryableFailure.Cause;
import dev.lakeferry.failure.RunFailure;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * One attempt that this process works on: how long it may take, and what stops it. {@link
 * Heartbeats} watches over it from another thread.
 */
public final class Watch implements AutoCloseable {
  private final Heartbeats heartbeats;
  private final Attempt attempt;
  private final Duration budget;
  private final long began = System.nanoTime();
  private long lastBeat = began;
  private RunFailure stopped;
  private Consumer<RunFailure> stopper;
  private boolean committing;

  Watch(Heartbeats heartbeats, Attempt attempt, Duration budget) {
    this.heartbeats = heartbeats;
    this.attempt = attempt;
    this.budget = budget;
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

  /** Says that the work that could be stopped is over. */
  public synchronized void stoppedByNothing() {
    stopper = null;
  }

  /**
   * Asks before each step whether the attempt may go on.
   *
   * @throws RunFailure if its time is over, its lease is lost, or the service stops
   */
  public synchronized void require() {
    if (stopped != null) {
      throw stopped;
    }
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

  /** Looks at the clock; true if a sign of life is due. */
  synchronized boolean due(Duration period, Duration extra) {
    long now = System.nanoTime();
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
    // A worker that does not end although it was told to is stuck: its lease runs out.
    boolean stuck = now - began > budget.plus(committing ? budget : extra).toNanos();
    if (stuck || now - lastBeat < period.toNanos()) {
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
