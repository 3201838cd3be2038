package dev.lakeferry.publish;

/**
 * The outcome of one check.
 *
 * @param name such as {@code row_count}
 * @param severity what a check that does not pass means
 * @param passed whether it did
 * @param observed what was found
 * @param expected what should have been
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

  /** A line for an operator. */
  public String sentence() {
    return error != null
        ? name + ": " + error
        : "%s: observed %s, expected %s".formatted(name, observed, expected);
  }
}
