package dev.lakeferry.metrics;

import dev.lakeferry.job.Attempt;
import dev.lakeferry.job.AttemptEvents;
import dev.lakeferry.job.AttemptStatus;
import dev.lakeferry.job.RecordedPublication;
import dev.lakeferry.job.WorkflowRun;
import dev.lakeferry.settings.Settings;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** What this process counts of its work; docs/metrics.md lists it. Never throws into the work. */
public final class ServiceMeters implements AttemptEvents {
  private static final List<String> CHECK_STATUSES = List.of("passed", "warned", "failed");

  private final MeterRegistry registry;
  private final UpstreamMeters upstream;
  private final Map<Long, Timed> running = new ConcurrentHashMap<>();

  /** Counts on a registry, with the labels that the settings allow. */
  public ServiceMeters(MeterRegistry registry, Settings settings) {
    this.registry = registry;
    this.upstream = new UpstreamMeters(registry, new Labels(settings), Clock.systemUTC());
    ResidentMemory.register(registry);
    // From the start, since an increase from nothing is none to Prometheus.
    registry.counter("lakeferry.imports.both.paths");
  }

  /** An attempt that this process works on. */
  private static final class Timed {
    private final WorkflowRun run;
    private final long began = System.nanoTime();
    private String stage = "begin";
    private long stageBegan = began;

    Timed(WorkflowRun run) {
      this.run = run;
    }

    synchronized String stage() {
      return stage;
    }

    /** Milliseconds of the stage that ends. */
    synchronized long next(String name) {
      long now = System.nanoTime();
      long millis = TimeUnit.NANOSECONDS.toMillis(now - stageBegan);
      stage = name;
      stageBegan = now;
      return millis;
    }

    double seconds() {
      return (System.nanoTime() - began) / 1e9;
    }
  }

  @Override
  public void began(WorkflowRun run, Attempt attempt, boolean resumed) {
    running.put(attempt.id(), new Timed(run));
    if (!resumed) {
      upstream.started(run);
    }
  }

  @Override
  public void stage(Attempt attempt, String stage) {
    find(attempt)
        .ifPresent(
            timed -> {
              String before = timed.stage();
              upstream.stage(timed.run, before, AttemptStatus.COMPLETED, timed.next(stage));
            });
  }

  @Override
  public void ended(Attempt attempt, AttemptStatus status) {
    find(attempt)
        .ifPresent(
            timed -> {
              String last = timed.stage();
              upstream.stage(timed.run, last, status, timed.next("ended"));
              upstream.finished(timed.run, status, last, timed.seconds());
            });
  }

  @Override
  public void published(Attempt attempt, RecordedPublication publication) {
    find(attempt).ifPresent(timed -> upstream.published(timed.run, publication));
  }

  @Override
  public void retried(WorkflowRun run, String cause) {
    count("lakeferry.retries", 1, "workflow", run.workflow(), "cause", cause);
  }

  @Override
  public void released(Attempt attempt) {
    running.remove(attempt.id());
  }

  /** A check gave its answer, before the swap. */
  public void verified(Attempt attempt, String check, String severity, boolean passed) {
    String status = passed ? "passed" : severity.equals("warn") ? "warned" : "failed";
    // All of them, since an increase from nothing is none to Prometheus.
    for (String each : CHECK_STATUSES) {
      int one = each.equals(status) ? 1 : 0;
      count("lakeferry.verification.results", one, "check", check, "status", each);
    }
    find(attempt).ifPresent(timed -> upstream.verified(timed.run, check, passed));
  }

  /**
   * A flag could not be evaluated, which counts as off.
   *
   * @param kind one of few words
   */
  public void gateFailed(String flag, String kind) {
    count("lakeferry.gate.errors", 1, "flag", flag, "kind", kind);
  }

  /** A run of a team for which both import workflows are on. */
  public void bothPaths() {
    count("lakeferry.imports.both.paths", 1);
  }

  /** A gate was asked. */
  public void gate(String flag, boolean open) {
    count("lakeferry.gate.decisions", 1, "flag", flag, "decision", open ? "open" : "closed");
  }

  /**
   * Leases that had run out were taken back.
   *
   * @param fate what became of their attempts, such as {@code stale}
   */
  public void leasesLost(String fate, int number) {
    count("lakeferry.lease.losses", number, "fate", fate);
  }

  /** A sweep removed what unpublished attempts had left. */
  public void swept(long objects, long bytes, long shadows) {
    count("lakeferry.leftovers.objects", objects);
    count("lakeferry.leftovers.bytes", bytes);
    count("lakeferry.leftovers.shadow.tables", shadows);
  }

  /** A step of upkeep ended, of the whole lake or of one table. */
  public void keptUp(String step, String outcome) {
    count("lakeferry.upkeep.steps", 1, "step", step, "outcome", outcome);
  }

  /** Engines that broke and were thrown away, as their pool counts them. */
  public void countEngineRebuilds(LongSupplier rebuilds) {
    FunctionCounter.builder("lakeferry.engine.rebuilds", rebuilds, counted -> counted.getAsLong())
        .register(registry);
  }

  private Optional<Timed> find(Attempt attempt) {
    return Optional.ofNullable(running.get(attempt.id()));
  }

  private void count(String name, double by, String... tags) {
    registry.counter(name, tags).increment(by);
  }
}
