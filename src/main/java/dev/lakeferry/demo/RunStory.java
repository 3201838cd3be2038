package dev.lakeferry.demo;

import dev.lakeferry.job.VerificationResult;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Tells what happens to one completion, each thing once, from what is seen of its run. */
final class RunStory {
  private final Narrator narrator;
  private final SampleCompletion sample;
  private final Set<String> told = new HashSet<>();
  private final boolean earlier;
  private int checksTold;

  /**
   * Begins a story.
   *
   * @param earlier whether the run had ended before this demo started
   */
  RunStory(Narrator narrator, SampleCompletion sample, boolean earlier) {
    this.narrator = narrator;
    this.sample = sample;
    this.earlier = earlier;
  }

  /** {@code team 1 invoices}. */
  String subject() {
    return "team %d %s".formatted(sample.announcement().team(), sample.announcement().name());
  }

  void announced() {
    narrator.tell(
        subject(),
        "announced",
        "%d files, %s rows: %s"
            .formatted(sample.files(), Figures.count(sample.rows()), sample.why()));
  }

  /** Tells what is new. */
  void look(RunView run, List<VerificationResult> checks) {
    if (earlier) {
      once("earlier", () -> narrator.tell(subject(), "known", endedEarlier(run)));
      return;
    }
    if (run.attemptId() == null) {
      return;
    }
    if ("skipped".equals(run.outcome())) {
      once("end", () -> narrator.tell(subject(), "skipped", run.latestError()));
      return;
    }
    once(
        "claimed",
        () ->
            narrator.tell(
                subject(), "claimed", "by a worker, attempt %d".formatted(run.attempt())));
    landing(run);
    checks.stream().skip(checksTold).forEach(this::check);
    checksTold = Math.max(checksTold, checks.size());
    if (run.ended()) {
      once("end", () -> end(run));
    }
  }

  private void landing(RunView run) {
    if (run.stage() != null) {
      once("plan", () -> narrator.tell(subject(), "planning", planning()));
    }
    if (run.objectsTotal() == null) {
      return;
    }
    once(
        "land",
        () ->
            narrator.tell(
                subject(),
                "landing",
                "copies %d objects inside S3, for %s".formatted(run.objectsTotal(), run.table())));
    if (run.landMillis() != null) {
      once(
          "landed",
          () ->
              narrator.tell(
                  subject(),
                  "landed",
                  "%d/%d objects, %s in %s ms"
                      .formatted(
                          run.objectsDone(),
                          run.objectsTotal(),
                          Figures.bytes(run.bytesDone()),
                          Figures.count(run.landMillis()))));
    } else if (run.objectsDone() > 0) {
      narrator.progress(
          subject(),
          "landing",
          "%d/%d objects, %s"
              .formatted(run.objectsDone(), run.objectsTotal(), Figures.bytes(run.bytesDone())));
    }
  }

  private String planning() {
    return sample.announcement().deltaVersion() == null
        ? "reads the prepared files' footers"
        : "reads the Delta table's log at its pinned version";
  }

  private void check(VerificationResult check) {
    String observed = Figures.countOrText(check.observed());
    String expected = Figures.countOrText(check.expected());
    if (check.passed()) {
      narrator.tell(
          subject(),
          "verified",
          "%s: %s%s (%d ms)"
              .formatted(
                  check.checkName(),
                  observed,
                  check.expected() == null ? "" : ", as expected",
                  check.milliseconds()));
      return;
    }
    boolean warns = check.severity().equals("warn");
    String found =
        check.observed() == null
            ? text(check.error())
            : "observed %s, expected %s".formatted(observed, expected);
    narrator.tell(
        subject(),
        warns ? "remark" : "MISMATCH",
        "check '%s' %s: %s".formatted(check.checkName(), warns ? "warns" : "failed", found));
  }

  private void end(RunView run) {
    if (run.outcome().equals("completed")) {
      narrator.tell(
          subject(),
          "SWAPPED",
          "%s is snapshot %d: %s rows in %d files (transaction: %s ms)"
              .formatted(
                  run.table(),
                  run.snapshotId(),
                  Figures.count(run.rows()),
                  run.files(),
                  Figures.count(run.snapshotMillis())));
      return;
    }
    narrator.tell(subject(), run.outcome().toUpperCase(Locale.ROOT), text(run.latestError()));
    if (run.kept() != null) {
      narrator.tell(subject(), "kept", run.kept());
    }
  }

  private static String endedEarlier(RunView run) {
    return switch (run.outcome()) {
      case "completed" ->
          "already published in an earlier run of this demo (snapshot %d); nothing to do"
              .formatted(run.snapshotId());
      case "skipped" -> "already skipped in an earlier run of this demo";
      default ->
          "already %s in an earlier run of this demo: %s"
              .formatted(run.outcome(), text(run.latestError()));
    };
  }

  private static String text(String error) {
    return error == null ? "no reason was stored" : error.replaceAll("\\R", " ");
  }

  private void once(String what, Runnable telling) {
    if (told.add(what)) {
      telling.run();
    }
  }
}
