package dev.lakeferry.route;

import io.micrometer.core.instrument.MeterRegistry;

/** Counts runs of a team for which both import workflows are on. */
final class BothPaths {
  private volatile MeterRegistry meters;

  void countOn(MeterRegistry registry) {
    meters = registry;
  }

  void count() {
    MeterRegistry registry = meters;
    if (registry != null) {
      registry.counter("lakeferry.imports.both.paths").increment();
    }
  }
}
