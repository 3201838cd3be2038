package dev.lakeferry.upkeep;

import dev.lakeferry.failure.RetryableFailure;
import dev.lakeferry.lake.LakeSession;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Stops a session's statements when the time of a step is over; a COMMIT that was sent is not. */
final class TimeLimit implements AutoCloseable {
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "upkeep-clock");
            thread.setDaemon(true);
            return thread;
          });

  private final Future<?> alarm;

  TimeLimit(LakeSession session, Duration left) {
    alarm =
        clock.schedule(
            () ->
                session.stop(
                    new RetryableFailure(
                        RetryableFailure.Cause.TIME_BUDGET,
                        "The step's time budget is over; the statement that ran was cancelled and"
                            + " its transaction rolled back. The next pass tries again; raise"
                            + " lakeferry.upkeep.time-budget if it is right to take longer.",
                        null)),
            left.toMillis(),
            TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    alarm.cancel(false);
    clock.shutdownNow();
  }
}
