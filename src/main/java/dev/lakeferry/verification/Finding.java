package dev.lakeferry.verification;

/**
 * What a check found.
 *
 * @param tolerance how far observed and expected may be apart, or null
 * @param error a sentence when it did not pass and the two do not tell why, or null
 */
public record Finding(
    boolean passed, String observed, String expected, String tolerance, String error) {

  /** Two counts that must be equal. */
  static Finding equal(long observed, long expected) {
    return new Finding(
        observed == expected, Long.toString(observed), Long.toString(expected), null, null);
  }

  static Finding passed(String observed, String expected) {
    return new Finding(true, observed, expected, null, null);
  }

  static Finding failed(String observed, String expected, String error) {
    return new Finding(false, observed, expected, null, error);
  }

  /** A check that has nothing to say about this table, told so that nobody takes it for made. */
  static Finding skipped(String reason) {
    return new Finding(true, "not run: " + reason, null, null, null);
  }

  /** A check whose statement failed. */
  static Finding broken(String error) {
    return new Finding(false, "an error", null, null, error);
  }
}
