package dev.lakeferry.ops;

import dev.lakeferry.failure.RetryableFailure;
import dev.lakeferry.lake.LakeSession;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Ends what somebody reads from the lake when it takes too long. */
final class TimeLimit {
  private final Duration longest;
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread thread = new Thread(work, "reading limit");
            thread.setDaemon(true);
            return thread;
          });

  TimeLimit(Duration longest) {
    this.longest = longest;
  }

  /** Bounds a session until what is returned is closed. */
  Running bound(LakeSession session) {
    RetryableFailure over =
        new RetryableFailure(
            RetryableFailure.Cause.TIME_BUDGET,
            "This was not read within %d s, so reading was ended. Ask for a shorter span or fewer rows."
                .formatted(longest.toSeconds()),
            null);
    Future<?> end =
        clock.schedule(() -> session.stop(over), longest.toMillis(), TimeUnit.MILLISECONDS);
    return () -> end.cancel(false);
  }

  /** Lets it be when closed. */
  interface Running extends AutoCloseable {
    @Override
    void close();
  }
}
