package dev.lakeferry.overview;

import dev.lakeferry.job.Hold;
import dev.lakeferry.job.Leases;
import dev.lakeferry.settings.FreshnessTargets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Says of facts how a source schema or model stands, how fresh it is, and what to warn of. */
final class Assessment {
  private final FreshnessTargets targets;
  private final Duration lag;
  private final Map<String, Hold> holds;
  private final Instant now;

  /**
   * Takes the rules and the database's time.
   *
   * @param holds the tables that are on hold, by {@code schema.table}
   * @param lag how long finished data or a due run may wait before it is warned of
   */
  Assessment(FreshnessTargets targets, Duration lag, Map<String, Hold> holds, Instant now) {
    this.holds = holds;
    this.targets = targets;
    this.lag = lag;
    this.now = now;
  }

  OverviewLine of(SubjectFacts facts) {
    LatestAttempt latest = facts.latest();
    AppliedAttempt applied = facts.applied();
    return new OverviewLine(
        facts.kind().id(),
        facts.teamId(),
        facts.environmentId(),
        facts.id(),
        facts.name(),
        facts.sourceId(),
        facts.sourceName(),
        facts.sourceType(),
        table(facts),
        state(facts),
        detail(facts),
        latest == null ? null : latest.workflow(),
        latest == null ? null : latest.status(),
        latest == null ? null : latest.staleReason(),
        latest == null ? null : latest.startedAt(),
        latest == null ? null : latest.runId(),
        applied != null,
        applied == null ? null : applied.appliedAt(),
        applied == null ? null : applied.runId(),
        applied == null ? null : applied.rows(),
        facts.lastSyncedAt(),
        facts.dueSince(),
        freshness(facts),
        warnings(facts));
  }

  private static String table(SubjectFacts facts) {
    if (facts.latest() != null && facts.latest().table() != null) {
      return facts.latest().table();
    }
    return facts.applied() == null ? null : facts.applied().table();
  }

  private static Readiness state(SubjectFacts facts) {
    if (!facts.shouldSync()) {
      return Readiness.SYNC_PAUSED;
    }
    if (facts.latest() == null) {
      return Readiness.WAITING;
    }
    return switch (facts.latest().status()) {
      case "running" -> Readiness.BACKFILLING;
      case "completed" -> Readiness.UP_TO_DATE;
      case "failed" -> Readiness.NEEDS_ATTENTION;
      default -> Readiness.WAITING;
    };
  }

  private static String detail(SubjectFacts facts) {
    boolean model = facts.kind() == SubjectKind.SAVED_QUERY;
    LatestAttempt latest = facts.latest();
    if (!facts.shouldSync()) {
      return "Upstream does not sync this table.";
    }
    if (latest == null) {
      return model
          ? "Waiting for a copy workflow to run."
          : "Waiting for a copy or register workflow to run.";
    }
    String workflow = word(latest.workflow());
    return switch (latest.status()) {
      case "running" ->
          latest.stage() == null
              ? "The %s workflow has begun.".formatted(workflow)
              : "The %s workflow is in stage %s.".formatted(workflow, latest.stage());
      case "completed" -> null;
      case "stale" -> stale(latest, workflow, model);
      case "skipped" -> or(latest.error(), "Every workflow of its last job was skipped.");
      case "failed" -> or(latest.error(), "The %s workflow failed.".formatted(workflow));
      default -> "Its latest attempt has the unknown status '%s'.".formatted(latest.status());
    };
  }

  private static String stale(LatestAttempt latest, String workflow, boolean model) {
    if ("lease_lost".equals(latest.staleReason())) {
      return "The worker of this %s workflow was lost; the run is tried again.".formatted(workflow);
    }
    return "A newer %s replaced this %s workflow."
        .formatted(model ? "materialization" : "source import", workflow);
  }

  private static String word(String workflow) {
    return workflow.startsWith("ducklake-register.") ? "register" : "copy";
  }

  private static String or(String text, String otherwise) {
    return text == null || text.isBlank() ? otherwise : text;
  }

  private Freshness freshness(SubjectFacts facts) {
    AppliedAttempt applied = facts.applied();
    Duration target =
        facts.shouldSync()
            ? targets
                .of(
                    applied == null ? workflow(facts) : applied.workflow(),
                    facts.teamId(),
                    table(facts))
                .orElse(null)
            : null;
    return Freshness.of(
        applied == null ? null : applied.dataFrom(), facts.lastSyncedAt(), target, now);
  }

  private static String workflow(SubjectFacts facts) {
    return facts.latest() == null ? null : facts.latest().workflow();
  }

  private List<Warning> warnings(SubjectFacts facts) {
    List<Warning> warnings = new ArrayList<>();
    LatestAttempt latest = facts.latest();
    if (latest != null && latest.otherWorkflow()) {
      warnings.add(
          new Warning(
              Warning.Kind.BOTH_WORKFLOWS,
              "Both import flags are on: both workflows write this table, and the last swap wins."
                  + " Switch one off."));
    }
    if (latest != null
        && latest.status().equals("failed")
        && latest.error() != null
        && latest.error().startsWith(Leases.QUARANTINED)) {
      warnings.add(
          new Warning(
              Warning.Kind.QUARANTINED,
              "Its run killed its worker again and again and was given up. Retry it when the cause"
                  + " is found."));
    }
    Hold hold = table(facts) == null ? null : holds.get(table(facts));
    if (hold != null) {
      warnings.add(new Warning(Warning.Kind.ON_HOLD, hold.sentence() + "."));
    }
    if (lagging(facts)) {
      warnings.add(
          new Warning(
              Warning.Kind.LAGGING,
              "Data that finished upstream %s ago is not applied yet."
                  .formatted(ago(facts.lastSyncedAt()))));
    }
    if (longAgo(facts.dueSince())) {
      warnings.add(
          new Warning(
              Warning.Kind.OVERDUE,
              "A run has been due for %s and nobody took it.".formatted(ago(facts.dueSince()))));
    }
    return List.copyOf(warnings);
  }

  /** Where a flag is off, nothing is expected to be applied. */
  private boolean lagging(SubjectFacts facts) {
    if (!facts.shouldSync()
        || facts.latest() == null
        || facts.latest().status().equals("skipped")
        || !longAgo(facts.lastSyncedAt())) {
      return false;
    }
    AppliedAttempt applied = facts.applied();
    return applied == null
        || applied.dataFrom() == null
        || applied.dataFrom().getEpochSecond() < facts.lastSyncedAt().getEpochSecond();
  }

  private boolean longAgo(Instant time) {
    return time != null && now.getEpochSecond() - time.getEpochSecond() > lag.toSeconds();
  }

  private String ago(Instant time) {
    return Ages.words(now.getEpochSecond() - time.getEpochSecond());
  }
}
