package dev.lakeferry.job;

/**
 * What a check found.
 *
 * @param severity {@code fail} or {@code warn}: what a check that does not pass does
 * @param observed what was found, or null
 * @param expected what should have been, or null
 * @param tolerance how far the two may be apart, or null
 * @param sql the statement that was run, or null
 * @param error why the check itself could not be run, or null
 */
public record VerificationResult(
    String checkName,
    String severity,
    boolean passed,
    String observed,
    String expected,
    String tolerance,
    String sql,
    String error,
    long milliseconds) {}
