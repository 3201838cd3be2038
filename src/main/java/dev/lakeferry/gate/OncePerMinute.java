package dev.lakeferry.gate;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/** Lets each kind of message through once a minute, so that a fault does not flood the log. */
final class OncePerMinute {

  private static final long MINUTE = Duration.ofMinutes(1).toNanos();

  private final Map<String, Long> lastAllowed = new ConcurrentHashMap<>();
  private final LongSupplier nanoTime;

  /** Takes a clock like {@link System#nanoTime}. */
  OncePerMinute(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  boolean allows(String kind) {
    long now = nanoTime.getAsLong();
    boolean[] allowed = new boolean[1];
    lastAllowed.compute(
        kind,
        (same, last) -> {
          allowed[0] = last == null || now - last >= MINUTE;
          return allowed[0] ? Long.valueOf(now) : last;
        });
    return allowed[0];
  }
}
