package dev.lakeferry.page;

import dev.lakeferry.overview.Ages;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Numbers and times as people read them. */
public final class Show {
  /** Stands where there is nothing to show. */
  public static final String NOTHING = "–";

  private static final DateTimeFormatter EXACT =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);
  private static final DateTimeFormatter CLOCK =
      DateTimeFormatter.ofPattern("HH:mm:ss 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final String[] UNITS = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};

  private Show() {}

  /** How long ago, such as {@code 3 h 20 min ago}; what is to come is {@code in 5 min}. */
  public static String ago(Instant time, Instant now) {
    if (time == null) {
      return NOTHING;
    }
    long seconds = now.getEpochSecond() - time.getEpochSecond();
    if (seconds < -1) {
      return "in " + Ages.words(-seconds);
    }
    return seconds < 2 ? "just now" : Ages.words(seconds) + " ago";
  }

  /** The time itself, in UTC; empty where there is none. */
  public static String exact(Instant time) {
    return time == null ? "" : EXACT.format(time);
  }

  /** For machines, as HTML's {@code datetime}. */
  public static String iso(Instant time) {
    return time == null ? "" : time.toString();
  }

  /** The time of day, in UTC. */
  public static String clock(Instant time) {
    return CLOCK.format(time);
  }

  /** A length of time, from milliseconds on. */
  public static String took(long milliseconds) {
    if (milliseconds < 1_000) {
      return Math.max(0, milliseconds) + " ms";
    }
    if (milliseconds < 10_000) {
      return String.format(Locale.ROOT, "%.1f s", milliseconds / 1_000.0);
    }
    return Ages.words(milliseconds / 1_000);
  }

  /** A length of time in seconds. */
  public static String seconds(Long seconds) {
    return seconds == null ? NOTHING : Ages.words(seconds);
  }

  /** A number with its thousands apart. */
  public static String count(Number number) {
    return number == null ? NOTHING : String.format(Locale.ROOT, "%,d", number.longValue());
  }

  /** An amount of bytes, in powers of 1,000. */
  public static String bytes(Long bytes) {
    if (bytes == null) {
      return NOTHING;
    }
    double amount = bytes;
    int unit = 0;
    while (Math.abs(amount) >= 1_000 && unit < UNITS.length - 1) {
      amount /= 1_000;
      unit++;
    }
    String digits = unit == 0 || amount >= 100 ? "%.0f %s" : "%.1f %s";
    return String.format(Locale.ROOT, digits, amount, UNITS[unit]);
  }

  /** A text, or a dash where it is empty. */
  public static String text(String text) {
    return text == null || text.isBlank() ? NOTHING : text;
  }

  /** A workflow in a word: {@code register}, {@code copy} or {@code model}. */
  public static String workflow(String workflow) {
    if (workflow == null) {
      return NOTHING;
    }
    return switch (workflow) {
      case "ducklake-register.data-imports" -> "register";
      case "ducklake-copy.data-imports" -> "copy";
      case "ducklake-copy.data-modeling" -> "model";
      default -> workflow;
    };
  }

  /** The first line, cut where it is long. */
  public static String firstLine(String text, int most) {
    if (text == null) {
      return "";
    }
    String line = text.lines().findFirst().orElse("");
    return line.length() <= most ? line : line.substring(0, most - 1) + "…";
  }
}
