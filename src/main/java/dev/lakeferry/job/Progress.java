package dev.lakeferry.job;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Whether the work on an attempt moves: by the steps that it tells of, and by a figure that changes
 * while a single long step is at work. Waiting for others is no standstill; whoever waits so does
 * it within a limit of its own.
 */
final class Progress {
  private final AtomicLong steps = new AtomicLong();
  private volatile LongSupplier figure = () -> 0;
  private volatile boolean waiting;
  private long seenSteps;
  private long seenFigure;
  private long movedAt;

  /** Begins to move now, by {@link System#nanoTime}. */
  Progress(long now) {
    this.movedAt = now;
  }

  /** Tells of a step: an object copied, a page listed, a stage begun. */
  void moved() {
    waiting = false;
    steps.incrementAndGet();
  }

  /** From now on a figure tells of the work as well: any change of it is a movement. */
  void measuredBy(LongSupplier changing) {
    figure = changing;
    moved();
  }

  /** Until the next step others are waited for. */
  void waitsForOthers() {
    waiting = true;
  }

  /** For how long nothing has moved, in nanoseconds; for one thread that looks now and then. */
  long standstill(long now) {
    long figureNow = figure.getAsLong();
    long stepsNow = steps.get();
    if (waiting || stepsNow != seenSteps || figureNow != seenFigure) {
      seenSteps = stepsNow;
      seenFigure = figureNow;
      movedAt = now;
    }
    return now - movedAt;
  }
}
