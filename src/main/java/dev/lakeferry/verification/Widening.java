package dev.lakeferry.verification;

import java.util.List;
import java.util.Map;

/** Which types without parts hold every value of another, exactly and with the same meaning. */
final class Widening {
  private static final List<String> SIGNED =
      List.of("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT");
  private static final List<String> UNSIGNED =
      List.of("UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT", "UHUGEINT");
  private static final List<String> INSTANTS = List.of("TIMESTAMP_S", "TIMESTAMP_MS", "TIMESTAMP");

  /** The digits that the largest value of each has. */
  private static final Map<String, Integer> DIGITS =
      Map.of(
          "TINYINT", 3,
          "SMALLINT", 5,
          "INTEGER", 10,
          "BIGINT", 19,
          "UTINYINT", 3,
          "USMALLINT", 5,
          "UINTEGER", 10,
          "UBIGINT", 20);

  private Widening() {}

  static boolean holds(LakeType before, LakeType after) {
    if (before instanceof LakeType.Decimal one && after instanceof LakeType.Decimal other) {
      return other.scale() >= one.scale()
          && other.width() - other.scale() >= one.width() - one.scale();
    }
    if (before instanceof LakeType.Plain one && after instanceof LakeType.Decimal other) {
      return DIGITS.containsKey(one.name())
          && other.width() - other.scale() >= DIGITS.get(one.name());
    }
    return before instanceof LakeType.Plain one
        && after instanceof LakeType.Plain other
        && holds(one.name(), other.name());
  }

  private static boolean holds(String before, String after) {
    return switch (after) {
      // 24 and 53 bits of mantissa.
      case "FLOAT" -> bits(before) <= 16;
      case "DOUBLE" -> before.equals("FLOAT") || bits(before) <= 32;
      // Text that happens to be JSON stays text.
      case "VARCHAR" -> before.equals("JSON");
      default -> integer(before, after) || instant(before, after);
    };
  }

  private static boolean integer(String before, String after) {
    int signed = SIGNED.indexOf(after);
    if (signed >= 0) {
      int from = SIGNED.indexOf(before);
      return from >= 0
          ? from < signed
          : UNSIGNED.contains(before) && UNSIGNED.indexOf(before) < signed;
    }
    return UNSIGNED.contains(before) && UNSIGNED.indexOf(before) < UNSIGNED.indexOf(after);
  }

  private static int bits(String integer) {
    int size = Math.max(SIGNED.indexOf(integer), UNSIGNED.indexOf(integer));
    return size < 0 ? Integer.MAX_VALUE : 8 << size;
  }

  private static boolean instant(String before, String after) {
    return INSTANTS.contains(after)
        && (before.equals("DATE")
            ? after.equals("TIMESTAMP")
            : INSTANTS.contains(before) && INSTANTS.indexOf(before) < INSTANTS.indexOf(after));
  }
}
