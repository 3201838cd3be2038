package dev.lakeferry.naming;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The rule {@code copy_v1}: each run of anything but ASCII letters and digits becomes one
 * underscore, none at either end, lower case, cut to 63 characters.
 *
 * <p>The cut leaves no tag, so two long names may give one; and it may leave an underscore at the
 * end, the one case in which applying the rule twice differs from applying it once. Both are how
 * existing tables were named, so neither is mended here.
 *
 * @param fallback the name where nothing is left, and what goes before a leading digit
 */
record CopyV1(String fallback) {

  /**
   * Characters that a table's name may have: PostgreSQL's bound, which Duckgres' clients expect.
   */
  static final int MAX_LENGTH = 63;

  private static final Pattern SEPARATORS = Pattern.compile("[^0-9A-Za-z]+");
  private static final Pattern UNDERSCORE_AT_AN_END = Pattern.compile("^_|_$");

  /** Names the text; never empty. */
  String normalize(String text) {
    String joined = SEPARATORS.matcher(text).replaceAll("_");
    String name = UNDERSCORE_AT_AN_END.matcher(joined).replaceAll("").toLowerCase(Locale.ROOT);
    if (name.isEmpty()) {
      return fallback;
    }
    if (Character.isDigit(name.charAt(0))) {
      name = fallback + "_" + name;
    }
    return name.substring(0, Math.min(name.length(), MAX_LENGTH));
  }
}
