package dev.lakeferry.settings;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** Amounts of bytes in DuckDB's units: {@code MB} counts in thousands, {@code MiB} in 1024s. */
final class Sizes {
  private static final Map<String, Long> UNITS =
      Map.of(
          "b", 1L,
          "kb", 1_000L,
          "mb", 1_000_000L,
          "gb", 1_000_000_000L,
          "tb", 1_000_000_000_000L,
          "kib", 1L << 10,
          "mib", 1L << 20,
          "gib", 1L << 30,
          "tib", 1L << 40);
  private static final Pattern SHAPE = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,3})?) ?([A-Za-z]+)");

  private Sizes() {}

  /** Throws IllegalArgumentException for an unknown or missing unit, and for less than a byte. */
  static long parse(String text) {
    var shape = SHAPE.matcher(text);
    if (!shape.matches()) {
      throw new IllegalArgumentException("not an amount of bytes");
    }
    Long unit = UNITS.get(shape.group(2).toLowerCase(Locale.ROOT));
    if (unit == null) {
      throw new IllegalArgumentException("not a unit of bytes");
    }
    long bytes = new BigDecimal(shape.group(1)).multiply(BigDecimal.valueOf(unit)).longValue();
    if (bytes == 0) {
      throw new IllegalArgumentException("no bytes at all");
    }
    return bytes;
  }
}
