package dev.lakeferry.verification;

/**
 * The outcome of one check.
 *
 * @param name such as {@code row_count}
 * @param severity what a check that does not pass means
 * @param passed whether it did
 * @param observed what was found, or null
 * @param expected what should have been, or null
 * @param tolerance how far the two may be apart, or null
 * @param sql the query that was asked, or null
 * @param error a sentence when it did not pass, or null
 * @param milliseconds how long it took
 */
public record CheckResult(
    String name,
    Severity severity,
    boolean passed,
    String observed,
    String expected,
    String tolerance,
    String sql,
    String error,
    long milliseconds) {

  /** What a check that does not pass means. */
  public enum Severity {
    /** The table is not published. */
    FAIL,
    /** It is told. */
    WARN
  }

  /** Whether this result forbids the publication. */
  public boolean forbids() {
    return !passed && severity == Severity.FAIL;
  }

  /** The same outcome where it is only told. */
  public CheckResult asWarning() {
    return new CheckResult(
        name, Severity.WARN, passed, observed, expected, tolerance, sql, error, milliseconds);
  }

  /** A line for an operator. */
  public String sentence() {
    if (error != null) {
      return name + ": " + error;
    }
    return expected == null
        ? "%s: %s".formatted(name, observed)
        : "%s: observed %s, expected %s".formatted(name, observed, expected);
  }
}
