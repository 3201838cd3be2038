package dev.lakeferry.job;

import dev.lakeferry.failure.RetryableFailure;
import dev.lakeferry.failure.RetryableFailure.Cause;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * Keeps the leases of the attempts that this process works on, and stops work whose time is over,
 * which stands still, or whose lease was lost. An attempt that does not end when it is told to gets
 * no more sign of life, so that another replica takes it.
 *
 * <p>A worker that was cut off from the state database for longer than its lease was taken for
 * dead; it says that it lives once it is heard again.
 */
public final class Heartbeats implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Heartbeats.class);
  private static final Duration LONGEST_TICK = Duration.ofSeconds(1);

  /** Signs of life in the time of one lease; a few may be lost on the way. */
  private static final int BEATS = 4;

  private final Jobs jobs;
  private final Duration lease;
  private final Duration stall;
  private final Set<Watch> watches = ConcurrentHashMap.newKeySet();

  /** Of which others may think that their worker died. */
  private final Set<Attempt> missed = ConcurrentHashMap.newKeySet();

  private final ScheduledExecutorService ticks =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread thread = new Thread(work, "heartbeats");
            thread.setDaemon(true);
            return thread;
          });

  /**
   * Begins to beat.
   *
   * @param lease for how long a sign of life is good
   * @param stall for how long nothing of an attempt may move before it is taken for stuck
   */
  public Heartbeats(Jobs jobs, Duration lease, Duration stall) {
    this.jobs = jobs;
    this.lease = lease;
    this.stall = stall;
    Duration period = lease.dividedBy(2 * BEATS);
    long tick = Math.min(period.toMillis(), LONGEST_TICK.toMillis());
    ticks.scheduleWithFixedDelay(this::tick, tick, tick, TimeUnit.MILLISECONDS);
  }

  /**
   * Watches over an attempt until the watch is closed.
   *
   * @param budget how long it may take
   */
  public Watch watch(Attempt attempt, Duration budget) {
    Watch watch = new Watch(this, attempt, budget, stall);
    watches.add(watch);
    return watch;
  }

  /**
   * Says of an attempt that its worker lives, as soon as the state database hears it: its end could
   * not be written down, so its lease runs out though nobody died.
   */
  public void unrecorded(Attempt attempt) {
    missed.add(attempt);
  }

  /** The attempts that are being worked on. */
  public List<Watch> watched() {
    return List.copyOf(watches);
  }

  void remove(Watch watch) {
    watches.remove(watch);
    synchronized (watches) {
      watches.notifyAll();
    }
  }

  /**
   * Waits until nothing is worked on.
   *
   * @return false if the patience was over first
   */
  public boolean awaitIdle(Duration patience) throws InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    synchronized (watches) {
      while (!watches.isEmpty()) {
        long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        if (left <= 0) {
          return false;
        }
        watches.wait(left);
      }
      return true;
    }
  }

  private void tick() {
    stopCancelled();
    for (Watch watch : watches) {
      try {
        if (watch.due(lease.dividedBy(BEATS), lease) && !jobs.heartbeat(watch.attempt())) {
          watch.lost(lost(watch.attempt()));
          missed.add(watch.attempt());
        }
      } catch (RuntimeException e) {
        // The next beat may get through; if none does, the lease runs out.
        try (MDC.MDCCloseable run = MDC.putCloseable("run", watch.attempt().runId());
            MDC.MDCCloseable team =
                MDC.putCloseable("team", Long.toString(watch.attempt().teamId()));
            MDC.MDCCloseable attempt =
                MDC.putCloseable("attempt", Integer.toString(watch.attempt().attempt()))) {
          LOG.warn("No sign of life for {}: {}", watch.attempt(), e.getMessage());
        }
      }
    }
    sayThatItLives();
  }

  private void sayThatItLives() {
    missed.removeIf(this::isSaid);
  }

  private boolean isSaid(Attempt attempt) {
    try {
      return jobs.alive(attempt);
    } catch (RuntimeException e) {
      LOG.debug("It cannot be said yet that the worker of {} lives: {}", attempt, e.getMessage());
      return false;
    }
  }

  private void stopCancelled() {
    if (watches.isEmpty()) {
      return;
    }
    try {
      Map<String, String> toStop = jobs.toStop();
      for (Watch watch : watches) {
        String run = watch.attempt().runId();
        if (toStop.containsKey(run)) {
          watch.stop(Cancellation.failure(toStop.get(run), run));
        }
      }
    } catch (RuntimeException e) {
      LOG.debug("Whether runs were cancelled cannot be asked: {}", e.getMessage());
    }
  }

  private static RetryableFailure lost(Attempt attempt) {
    return new RetryableFailure(
        Cause.LEASE_LOST,
        "%s is not ours any more: its lease ran out and another took it over. Nothing more is done here."
            .formatted(attempt),
        null);
  }

  /** Beats no more. */
  @Override
  public void close() {
    ticks.shutdownNow();
  }
}
