package dev.lakeferry.job;

import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * When a run is tried again after a failure that may pass: exponential back-off with full jitter,
 * which spreads the tries of many runs that one outage ended.
 *
 * @param attempts how many tries a run has in all, at least 1
 * @param base the longest wait before the second try; it doubles with each try
 * @param longest what it never exceeds
 * @see <a href="https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/">Marc
 *     Brooker, Exponential Backoff And Jitter</a>
 */
public record RetryPolicy(int attempts, Duration base, Duration longest) {
  private static final int MOST_DOUBLINGS = 30;

  /** Refuses less than one try. */
  public RetryPolicy {
    if (attempts < 1) {
      throw new IllegalArgumentException("A run has at least one try, not " + attempts);
    }
  }

  /**
   * How long to wait after a failed try.
   *
   * @param made tries so far, the failed one among them
   * @return empty if that was the last
   */
  public Optional<Duration> waitAfter(int made, RandomGenerator random) {
    if (made >= attempts) {
      return Optional.empty();
    }
    int doublings = Math.min(Math.max(made - 1, 0), MOST_DOUBLINGS);
    double bound = Math.min(longest.toMillis(), base.toMillis() * Math.pow(2, doublings));
    return Optional.of(Duration.ofMillis((long) (random.nextDouble() * bound)));
  }
}
