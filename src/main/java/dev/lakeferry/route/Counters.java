package dev.lakeferry.route;

import dev.lakeferry.gate.GateMetrics;
import dev.lakeferry.metrics.ServiceMeters;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** What the beans count, once Camel has made the registry; before that nothing is counted. */
final class Counters implements GateMetrics {
  private volatile MeterRegistry meters;

  private final AtomicReference<ServiceMeters> service = new AtomicReference<>();

  /** What is counted of attempts; empty in a dry run. */
  Optional<ServiceMeters> meters() {
    return Optional.ofNullable(service.get());
  }

  void countBy(ServiceMeters more) {
    service.set(more);
  }

  void countOn(MeterRegistry registry) {
    meters = registry;
  }

  /** A flag that could not be evaluated, which counts as off. */
  @Override
  public void failed(String flag, String kind) {
    count("lakeferry.gate.errors", "flag", flag, "kind", kind);
  }

  /** A run of a team for which both import workflows are on. */
  void bothPaths() {
    count("lakeferry.imports.both.paths");
  }

  private void count(String name, String... tags) {
    MeterRegistry registry = meters;
    if (registry != null) {
      registry.counter(name, tags).increment();
    }
  }
}
