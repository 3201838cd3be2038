package dev.lakeferry.ops;

import dev.lakeferry.job.VerificationResult;
import dev.lakeferry.verification.CheckResult;
import java.util.List;
import java.util.Locale;

/** A check's result as a script reads it. */
record CheckLine(
    String check,
    String severity,
    boolean passed,
    String observed,
    String expected,
    String tolerance,
    String sql,
    String error,
    long milliseconds) {

  static CheckLine of(CheckResult result) {
    return new CheckLine(
        result.name(),
        result.severity().name().toLowerCase(Locale.ROOT),
        result.passed(),
        result.observed(),
        result.expected(),
        result.tolerance(),
        result.sql(),
        result.error(),
        result.milliseconds());
  }

  static CheckLine of(VerificationResult result) {
    return new CheckLine(
        result.checkName(),
        result.severity(),
        result.passed(),
        result.observed(),
        result.expected(),
        result.tolerance(),
        result.sql(),
        result.error(),
        result.milliseconds());
  }

  /** The lines as people read them. */
  static TextTable table(List<CheckLine> lines) {
    TextTable table =
        new TextTable("CHECK", "RESULT", "OBSERVED", "EXPECTED", "TOLERANCE", "TOOK", "ERROR");
    for (CheckLine line : lines) {
      table.add(
          line.check(),
          line.passed() ? "passed" : line.severity().equals("warn") ? "warned" : "failed",
          line.observed(),
          line.expected(),
          line.tolerance(),
          Took.of(line.milliseconds()),
          line.error());
    }
    return table;
  }
}
