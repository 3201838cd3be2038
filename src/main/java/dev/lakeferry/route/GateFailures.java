package dev.lakeferry.route;

import dev.lakeferry.gate.GateMetrics;
import io.micrometer.core.instrument.MeterRegistry;

/** Counts flags that could not be evaluated, which counts as off. */
final class GateFailures implements GateMetrics {
  private volatile MeterRegistry meters;

  void countOn(MeterRegistry registry) {
    meters = registry;
  }

  @Override
  public void failed(String flag, String kind) {
    MeterRegistry registry = meters;
    if (registry != null) {
      registry.counter("lakeferry.gate.errors", "flag", flag, "kind", kind).increment();
    }
  }
}
