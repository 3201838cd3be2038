package dev.lakeferry.objects;

import dev.lakeferry.failure.RunFailure;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;

/**
 * Temporary credentials that are renewed well before their end, by whoever asks for them then.
 *
 * <p>While the token service fails, those that are still good are given on; one attempt to renew is
 * made at a time, and not more often than every {@link #PAUSE}.
 */
final class RenewedCredentials implements AwsCredentialsProvider {
  private static final Logger LOG = LoggerFactory.getLogger(RenewedCredentials.class);

  /** Between two attempts to renew credentials that are still good. */
  static final Duration PAUSE = Duration.ofSeconds(30);

  /** Credentials this near to their end are given to nobody: a request takes its time. */
  static final Duration LEAST_LEFT = Duration.ofSeconds(15);

  private final String name;
  private final Supplier<AwsSessionCredentials> source;
  private final Duration renewBefore;
  private final Clock clock;
  private final ReentrantLock renewing = new ReentrantLock();
  private volatile Session current;

  /**
   * Asks nobody yet.
   *
   * @param name whose credentials these are, for the log
   * @param source gives new ones, with their end
   * @param renewBefore how long before their end they are renewed; half their life at most
   */
  RenewedCredentials(
      String name, Supplier<AwsSessionCredentials> source, Duration renewBefore, Clock clock) {
    this.name = name;
    this.source = source;
    this.renewBefore = renewBefore;
    this.clock = clock;
  }

  private record Session(AwsSessionCredentials credentials, Instant end, Instant renewAt) {
    Session later(Instant renewAt) {
      return new Session(credentials, end, renewAt);
    }
  }

  /**
   * Gives credentials that are good for a while.
   *
   * @throws RunFailure if there are none, and none can be had
   */
  @Override
  public AwsCredentials resolveCredentials() {
    Session known = current;
    if (known == null || !clock.instant().isBefore(known.end().minus(LEAST_LEFT))) {
      return renewedBy(true).credentials();
    }
    return clock.instant().isBefore(known.renewAt())
        ? known.credentials()
        : renewedBy(false).credentials();
  }

  private Session renewedBy(boolean needed) {
    if (needed) {
      renewing.lock();
    } else if (!renewing.tryLock()) {
      return current;
    }
    try {
      Session known = current;
      Instant now = clock.instant();
      if (known != null && now.isBefore(known.renewAt())) {
        return known;
      }
      try {
        current = session(source.get(), now);
      } catch (RunFailure e) {
        if (needed) {
          throw e;
        }
        LOG.warn(
            "The credentials of {} could not be renewed; those at hand are good until {}: {}",
            name,
            known.end(),
            e.getMessage());
        current = known.later(now.plus(PAUSE));
      }
      return current;
    } finally {
      renewing.unlock();
    }
  }

  private Session session(AwsSessionCredentials given, Instant now) {
    Instant end =
        given
            .expirationTime()
            .orElseThrow(() -> new IllegalStateException("Credentials without an end."));
    Duration half = Duration.between(now, end).dividedBy(2);
    Duration before = renewBefore.compareTo(half) < 0 ? renewBefore : half;
    LOG.info("Credentials of {} are good until {}", name, end);
    return new Session(given, end, end.minus(before));
  }
}
