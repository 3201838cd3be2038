package dev.lakeferry.web;

import java.time.Clock;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Ten wrong passwords from one address, then one more every ten seconds. */
final class LoginThrottle {
  private static final double PER_SECOND = 0.1;
  private static final int BURST = 10;
  private static final int ADDRESSES = 10_000;

  private final Clock clock;
  private final Map<String, TokenBucket> byAddress = new ConcurrentHashMap<>();

  LoginThrottle(Clock clock) {
    this.clock = clock;
  }

  /** Throws a Problem of 429 while an address has guessed too often. */
  void refuse(String from) {
    TokenBucket bucket = byAddress.get(from);
    if (bucket != null && !bucket.hasOne()) {
      throw new Problem(
              429,
              "Too many logins",
              "Too many wrong passwords came from this address. Try again in ten seconds.")
          .withHeader("Retry-After", "10");
    }
  }

  /** Counts a wrong password. */
  void wrong(String from) {
    if (byAddress.size() >= ADDRESSES) {
      byAddress.values().removeIf(TokenBucket::isFull);
    }
    byAddress.computeIfAbsent(from, one -> new TokenBucket(PER_SECOND, BURST, clock)).take();
  }
}
