package dev.lakeferry.overview;

/** Lengths of time in two units at most, such as {@code 3 h 20 min}. */
public final class Ages {
  private static final long MINUTE = 60;
  private static final long HOUR = 60 * MINUTE;
  private static final long DAY = 24 * HOUR;

  private Ages() {}

  /** In words; a negative length counts as none. */
  public static String words(long seconds) {
    if (seconds < MINUTE) {
      return Math.max(0, seconds) + " s";
    }
    if (seconds < HOUR) {
      return two(seconds, MINUTE, "min", 1, "s", 10 * MINUTE);
    }
    if (seconds < DAY) {
      return two(seconds, HOUR, "h", MINUTE, "min", 10 * HOUR);
    }
    return two(seconds, DAY, "d", HOUR, "h", 10 * DAY);
  }

  private static String two(
      long seconds, long unit, String name, long smaller, String smallerName, long plainAbove) {
    String whole = seconds / unit + " " + name;
    long rest = seconds % unit / smaller;
    return rest == 0 || seconds >= plainAbove ? whole : whole + " " + rest + " " + smallerName;
  }
}
