package dev.lakeferry.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The figures of the lake, and how long ago each step of its upkeep was done. They are read now and
 * then by a thread of their own, so that no scrape waits for the catalog; while it does not answer,
 * the gauges are not a number. Every replica tells the same: take the maximum over them.
 */
public final class LakeGauges implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LakeGauges.class);

  private final Supplier<Map<String, Long>> measures;
  private final Supplier<Map<String, Double>> ages;
  private final ScheduledExecutorService reader =
      Executors.newSingleThreadScheduledExecutor(LakeGauges::daemon);
  private volatile Map<String, Long> figures = Map.of();
  private volatile Map<String, Double> done = Map.of();

  /**
   * Registers the gauges; nothing is read before {@link #start}.
   *
   * @param lake by which operators know the lake; the label of all gauges
   * @param names of the figures
   * @param steps of upkeep
   * @param measures reads the figures, by name
   * @param ages tells how many seconds ago each step was done last, by step
   */
  public LakeGauges(
      MeterRegistry registry,
      String lake,
      List<String> names,
      List<String> steps,
      Supplier<Map<String, Long>> measures,
      Supplier<Map<String, Double>> ages) {
    this.measures = measures;
    this.ages = ages;
    for (String name : names) {
      Gauge.builder("lakeferry.lake." + name.replace('_', '.'), () -> figure(name))
          .tag("lake", lake)
          .register(registry);
    }
    for (String step : steps) {
      Gauge.builder(
              "lakeferry.upkeep.last.done.age.seconds", () -> done.getOrDefault(step, Double.NaN))
          .tag("lake", lake)
          .tag("step", step)
          .register(registry);
    }
  }

  private double figure(String name) {
    Long value = figures.get(name);
    return value == null ? Double.NaN : value;
  }

  /** Reads now and then, until it is closed. */
  public void start(Duration period) {
    reader.scheduleWithFixedDelay(this::read, 0, period.toMillis(), TimeUnit.MILLISECONDS);
  }

  void read() {
    try {
      figures = measures.get();
    } catch (RuntimeException e) {
      LOG.debug("The lake cannot be measured", e);
      figures = Map.of();
    }
    try {
      done = ages.get();
    } catch (RuntimeException e) {
      LOG.debug("The upkeep log cannot be read for the metrics", e);
      done = Map.of();
    }
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "lake-gauges");
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public void close() {
    reader.shutdownNow();
  }
}
