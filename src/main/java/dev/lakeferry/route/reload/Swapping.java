package dev.lakeferry.route.reload;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Whether routes are being exchanged just now; senders wait for the end instead of failing. */
public final class Swapping {
  private static final Duration LONGEST = Duration.ofSeconds(30);

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition ended = lock.newCondition();
  private boolean running;
  private long count;

  void begin() {
    lock.lock();
    try {
      running = true;
      count++;
    } finally {
      lock.unlock();
    }
  }

  void end() {
    lock.lock();
    try {
      running = false;
      ended.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Goes up with each exchange of routes. */
  long count() {
    lock.lock();
    try {
      return count;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until no routes are being exchanged.
   *
   * @return whether any were since {@code seen}, so that another try is worth it
   */
  boolean awaitEndSince(long seen) throws InterruptedException {
    lock.lock();
    try {
      boolean any = running || count != seen;
      long left = LONGEST.toNanos();
      while (running && left > 0) {
        left = ended.awaitNanos(left);
      }
      return any && !running;
    } finally {
      lock.unlock();
    }
  }
}
