package dev.lakeferry.web;

import java.time.Clock;
import java.time.Duration;

/** How many completions this process takes by HTTP, from all callers together. */
public final class IntakeRate {
  private final TokenBucket bucket;

  /** Takes so many a second, and at once after a quiet time. */
  public IntakeRate(int perSecond, int burst, Clock clock) {
    this.bucket = new TokenBucket(perSecond, burst, clock);
  }

  /** Throws a Problem of 429, with Retry-After in whole seconds, where there are too many. */
  void require() {
    bucket
        .take()
        .ifPresent(
            wait -> {
              throw new Problem(
                      429,
                      "Too many completions",
                      "More completions come than lakeferry.http.intake.rate allows. This one was not"
                          + " taken; send it again in a moment, or insert it into the inbox table.")
                  .withHeader("Retry-After", Long.toString(seconds(wait)));
            });
  }

  private static long seconds(Duration wait) {
    return Math.max(1, (wait.toMillis() + 999) / 1_000);
  }
}
