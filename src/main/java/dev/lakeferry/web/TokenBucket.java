package dev.lakeferry.web;

import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

/** So many a second, and so many at once after a quiet time. */
final class TokenBucket {
  private final double perMilli;
  private final double burst;
  private final Clock clock;
  private double tokens;
  private long filledAt;

  TokenBucket(double perSecond, double burst, Clock clock) {
    this.perMilli = perSecond / 1_000;
    this.burst = burst;
    this.clock = clock;
    this.tokens = burst;
    this.filledAt = clock.millis();
  }

  /** Takes one; where there is none, how long it takes until there is. */
  synchronized Optional<Duration> take() {
    fill();
    if (tokens >= 1) {
      tokens -= 1;
      return Optional.empty();
    }
    return Optional.of(Duration.ofMillis((long) Math.ceil((1 - tokens) / perMilli)));
  }

  /** Whether it has all it can hold. */
  synchronized boolean isFull() {
    fill();
    return tokens >= burst;
  }

  /** Whether there is one to take, without taking it. */
  synchronized boolean hasOne() {
    fill();
    return tokens >= 1;
  }

  private void fill() {
    long now = clock.millis();
    tokens = Math.min(burst, tokens + Math.max(0, now - filledAt) * perMilli);
    filledAt = now;
  }
}
