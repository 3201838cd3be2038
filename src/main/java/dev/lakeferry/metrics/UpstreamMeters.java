package dev.lakeferry.metrics;

import dev.lakeferry.job.AttemptStatus;
import dev.lakeferry.job.RecordedPublication;
import dev.lakeferry.job.WorkflowRun;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.time.Clock;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The metrics that the workflows had before, under the same names and with the same labels, so that
 * dashboards and alerts go on working. docs/metrics.md lists them.
 */
final class UpstreamMeters {
  private static final String REGISTER = "ducklake_register_data_imports";
  private static final String COPY = "ducklake_copy_data_imports";
  private static final String MODEL = "ducklake_copy_data_modeling";

  /** The counters: their names do not end with {@code _total}. */
  static final Set<String> COUNTERS =
      new TreeSet<>(
          Set.of(
              MODEL + "_finished",
              MODEL + "_verification",
              COPY + "_started",
              COPY + "_finished",
              COPY + "_verification",
              COPY + "_data_files_copied",
              COPY + "_rows_copied",
              COPY + "_data_bytes_copied",
              REGISTER + "_started",
              REGISTER + "_finished",
              REGISTER + "_stale",
              REGISTER + "_files_registered",
              REGISTER + "_rows_registered",
              REGISTER + "_bytes_copied"));

  private static final Map<String, String> PREFIXES =
      Map.of(
          "ducklake-register.data-imports", REGISTER,
          "ducklake-copy.data-imports", COPY,
          "ducklake-copy.data-modeling", MODEL);

  private static final double[] SECONDS = {
    1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1_200, 1_800, 3_600, 7_200
  };
  private static final double[] MILLIS = {
    50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000, 60_000, 300_000, 900_000, 1_800_000,
    7_200_000
  };

  private final MeterRegistry registry;
  private final Labels labels;
  private final Clock clock;
  private final Map<Success, AtomicLong> successes = new ConcurrentHashMap<>();

  /** A gauge of the last success: Micrometer warns of one that is registered again. */
  private record Success(String name, Tags tags) {}

  UpstreamMeters(MeterRegistry registry, Labels labels, Clock clock) {
    this.registry = registry;
    this.labels = labels;
    this.clock = clock;
  }

  void started(WorkflowRun run) {
    String prefix = PREFIXES.get(run.workflow());
    if (prefix != null && !prefix.equals(MODEL)) {
      count(prefix + "_started", of(prefix, run), 1);
    }
  }

  /** An attempt ended, in its last stage as our code calls it. */
  void finished(WorkflowRun run, AttemptStatus status, String lastStage, double seconds) {
    String prefix = PREFIXES.get(run.workflow());
    if (prefix == null) {
      return;
    }
    Tags tags = of(prefix, run).and("status", status.name().toLowerCase(Locale.ROOT));
    count(prefix + "_finished", tags, 1);
    if (!prefix.equals(MODEL)) {
      summary(prefix + "_duration_seconds", tags, SECONDS).record(seconds);
    }
    if (prefix.equals(REGISTER) && status == AttemptStatus.STALE) {
      count(REGISTER + "_stale", of(prefix, run).and("stage", staleStage(lastStage)), 1);
    }
  }

  void published(WorkflowRun run, RecordedPublication publication) {
    String prefix = PREFIXES.get(run.workflow());
    if (prefix == null || prefix.equals(MODEL)) {
      return;
    }
    Tags tags = labels.teamAndSchema(run.teamId(), run.subjectId());
    boolean registered = prefix.equals(REGISTER);
    count(
        prefix + (registered ? "_files_registered" : "_data_files_copied"),
        tags,
        publication.files());
    count(prefix + (registered ? "_rows_registered" : "_rows_copied"), tags, publication.rows());
    count(
        prefix + (registered ? "_bytes_copied" : "_data_bytes_copied"), tags, publication.bytes());
    lastSuccess(prefix + "_last_success_timestamp_seconds", tags);
  }

  /** A stage of an attempt ended; several of ours may be one of theirs. */
  void stage(WorkflowRun run, String stage, AttemptStatus ended, long millis) {
    String prefix = PREFIXES.get(run.workflow());
    if (prefix == null || prefix.equals(MODEL)) {
      return;
    }
    Tags tags =
        prefix.equals(REGISTER)
            ? Tags.of("stage", registerStage(stage), "status", ended.name())
            : Tags.of("stage", copyStage(stage));
    summary(prefix + "_stage_duration", tags, MILLIS).record(millis);
  }

  void verified(WorkflowRun run, String check, boolean passed) {
    String prefix = PREFIXES.get(run.workflow());
    if (prefix == null || prefix.equals(REGISTER)) {
      return;
    }
    Tags tags =
        prefix.equals(MODEL) ? Tags.empty() : labels.teamAndSchema(run.teamId(), run.subjectId());
    count(
        prefix + "_verification",
        tags.and("check", check, "status", passed ? "passed" : "failed"),
        1);
  }

  private Tags of(String prefix, WorkflowRun run) {
    if (prefix.equals(MODEL)) {
      return Tags.empty();
    }
    return prefix.equals(REGISTER)
        ? labels.teamAndSchema(run.teamId(), run.subjectId())
        : labels.team(run.teamId());
  }

  static String registerStage(String stage) {
    return switch (stage) {
      case "plan", "begin" -> "prepare";
      case "land" -> "copy";
      case "check", "register" -> "register";
      case "verify" -> "verify";
      default -> "publish";
    };
  }

  static String copyStage(String stage) {
    return switch (stage) {
      case "plan", "begin" -> "prepare";
      case "land", "check", "register" -> "copy";
      case "verify" -> "verify";
      default -> "cleanup";
    };
  }

  private static String staleStage(String stage) {
    return switch (stage) {
      case "plan", "begin" -> "prepare";
      case "land" -> "post_copy";
      default -> "publish";
    };
  }

  private void count(String name, Tags tags, double by) {
    registry.counter(name, tags).increment(by);
  }

  private DistributionSummary summary(String name, Tags tags, double[] bounds) {
    return DistributionSummary.builder(name)
        .tags(tags)
        .serviceLevelObjectives(bounds)
        .register(registry);
  }

  private void lastSuccess(String name, Tags tags) {
    successes
        .computeIfAbsent(new Success(name, tags), this::registered)
        .set(clock.instant().getEpochSecond());
  }

  private AtomicLong registered(Success success) {
    AtomicLong at = new AtomicLong();
    Gauge.builder(success.name, at, AtomicLong::doubleValue)
        .tags(success.tags)
        .strongReference(true)
        .register(registry);
    return at;
  }
}
