package dev.lakeferry.job;

import java.util.Locale;

/** Why an attempt ended stale. */
public enum StaleReason {
  /** A newer generation of the table overtook it. */
  SUPERSEDED,
  /** Its worker was not heard of any more. */
  LEASE_LOST;

  String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
