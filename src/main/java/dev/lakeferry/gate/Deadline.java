package dev.lakeferry.gate;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Gives an evaluation so much time and no more, whatever its library does with the thread. While
 * all threads hang, the next evaluation is not waited for at all.
 */
final class Deadline implements AutoCloseable {
  private static final int MOST_AT_ONCE = 8;

  /** What a library that keeps deadlines itself is given to say so. */
  private static final Duration GRACE = Duration.ofMillis(250);

  private final Duration limit;
  private final ThreadPoolExecutor threads =
      new ThreadPoolExecutor(
          0, MOST_AT_ONCE, 30, TimeUnit.SECONDS, new SynchronousQueue<>(), Deadline::daemon);

  Deadline(Duration limit) {
    this.limit = limit;
  }

  /**
   * What the work gives.
   *
   * @throws TimeoutException if it takes too long, or could not begin; the message is for operators
   */
  <T> T within(Callable<T> work) throws TimeoutException {
    Future<T> answer;
    try {
      answer = threads.submit(work);
    } catch (RejectedExecutionException e) {
      throw new TimeoutException(
          "%d evaluations wait for the flag service already".formatted(MOST_AT_ONCE));
    }
    try {
      return answer.get(limit.plus(GRACE).toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      answer.cancel(true);
      throw new TimeoutException("no answer within %d ms".formatted(limit.toMillis()));
    } catch (InterruptedException e) {
      answer.cancel(true);
      Thread.currentThread().interrupt();
      throw new TimeoutException("interrupted");
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException thrown
          ? thrown
          : new IllegalStateException(e.getCause());
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "flag-evaluation");
    thread.setDaemon(true);
    return thread;
  }
}
