package dev.lakeferry.faults;

import java.time.Duration;

/** The time since a fault. */
final class Recovery {
  private final long began = System.nanoTime();

  Duration time() {
    return Duration.ofNanos(System.nanoTime() - began);
  }
}
