package dev.lakeferry.ops;

import java.util.Locale;

/** A length of time in few characters. */
final class Took {
  private Took() {}

  static String of(Long milliseconds) {
    if (milliseconds == null) {
      return "-";
    }
    if (milliseconds < 1_000) {
      return milliseconds + "ms";
    }
    if (milliseconds < 60_000) {
      return milliseconds % 1_000 == 0
          ? milliseconds / 1_000 + "s"
          : String.format(Locale.ROOT, "%.1fs", milliseconds / 1_000.0);
    }
    long seconds = milliseconds / 1_000;
    return seconds < 3_600
        ? "%dm%02ds".formatted(seconds / 60, seconds % 60)
        : "%dh%02dm".formatted(seconds / 3_600, seconds / 60 % 60);
  }
}
