package dev.lakeferry.gate;

import dev.lakeferry.settings.Secret;
import dev.lakeferry.settings.Settings;
import java.net.URI;
import java.time.Duration;

/**
 * Which PostHog, and how often it is asked.
 *
 * @param poll between two readings of the definitions
 * @param staleAfter how long definitions hold that could not be read again
 */
record PostHogPlace(
    URI host, Secret projectKey, Secret personalKey, Duration poll, Duration staleAfter) {

  static PostHogPlace of(Settings settings) {
    return new PostHogPlace(
        settings.optionalEndpoint("lakeferry.flags.posthog.host").orElseThrow(),
        settings.secret("lakeferry.flags.posthog.project.key").orElseThrow(),
        settings.secret("lakeferry.flags.posthog.personal.key").orElseThrow(),
        settings.duration("lakeferry.flags.posthog.poll"),
        settings.duration("lakeferry.flags.posthog.stale-after"));
  }
}
