package dev.lakeferry.settings;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/**
 * Where temporary credentials come from, and how long they last.
 *
 * @param endpoint absent for AWS's own of the region
 * @param region never empty
 * @param duration how long a session is asked for
 * @param renewBefore how long before their end credentials are renewed, at the latest: a statement
 *     of the engine that began keeps those that it began with
 */
public record StsSettings(
    Optional<URI> endpoint, String region, Duration duration, Duration renewBefore) {
  static final StsSettings DEFAULT =
      new StsSettings(Optional.empty(), "us-east-1", Duration.ofHours(1), Duration.ofMinutes(20));
}
