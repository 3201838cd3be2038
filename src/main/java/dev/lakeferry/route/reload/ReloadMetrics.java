package dev.lakeferry.route.reload;

import dev.lakeferry.ops.ReloadReport;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Locale;
import java.util.function.Supplier;

/** How often routes were exchanged, with what outcome, and how much is wrong with the files now. */
final class ReloadMetrics {
  private final MeterRegistry meters;

  /** Takes where to count. */
  ReloadMetrics(MeterRegistry meters, Supplier<Number> problems) {
    this.meters = meters;
    Gauge.builder("lakeferry.routes.broken", problems)
        .description("Problems of the routes' files as they are now")
        .register(meters);
    for (ReloadReport.Outcome outcome : ReloadReport.Outcome.values()) {
      if (outcome != ReloadReport.Outcome.STARTED) {
        meters.counter("lakeferry.routes.reloads", "outcome", name(outcome));
      }
    }
  }

  void count(ReloadReport.Outcome outcome) {
    meters.counter("lakeferry.routes.reloads", "outcome", name(outcome)).increment();
  }

  private static String name(ReloadReport.Outcome outcome) {
    return outcome.name().toLowerCase(Locale.ROOT);
  }
}
