package dev.lakeferry.settings;

import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;

/** Lengths of time as people write them: {@code 500ms}, {@code 2s}, {@code 1h30m}, {@code 30d}. */
public final class Durations {
  private static final Map<String, Duration> UNITS =
      Map.of(
          "ms", Duration.ofMillis(1),
          "s", Duration.ofSeconds(1),
          "m", Duration.ofMinutes(1),
          "h", Duration.ofHours(1),
          "d", Duration.ofDays(1));
  private static final Pattern PART = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");
  private static final Pattern WHOLE = Pattern.compile("(?:" + PART.pattern() + ")+");

  private Durations() {}

  /**
   * Throws IllegalArgumentException for anything without a unit, since its meaning is a guess, and
   * for none.
   */
  public static Duration parse(String text) {
    if (!WHOLE.matcher(text).matches()) {
      throw new IllegalArgumentException("not a length of time");
    }
    Duration length =
        PART.matcher(text)
            .results()
            .map(part -> UNITS.get(part.group(2)).multipliedBy(Long.parseLong(part.group(1))))
            .reduce(Duration.ZERO, Duration::plus);
    if (length.isZero()) {
      throw new IllegalArgumentException("no time at all");
    }
    return length;
  }
}
