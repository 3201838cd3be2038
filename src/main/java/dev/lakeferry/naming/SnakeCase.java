package dev.lakeferry.naming;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Snake case as the loader of the imports writes it (the dlt convention), and as {@code
 * legacy_batch_v1} names tables: {@code TikTokAds} is {@code tik_tok_ads}.
 *
 * <p>Idempotent: a name that it gave it gives again. Decimal digits of every script are kept, which
 * is how the convention's {@code \d} reads.
 */
final class SnakeCase {

  private static final Pattern NEITHER_LETTER_NOR_DIGIT = Pattern.compile("[^a-zA-Z\\p{Nd}_]+");
  private static final Pattern BEFORE_A_WORD = Pattern.compile("([^_])([A-Z][a-z]+)");
  private static final Pattern BEFORE_A_CAPITAL = Pattern.compile("([a-z0-9])([A-Z])");
  private static final Pattern LEADING_DIGIT = Pattern.compile("^\\p{Nd}");
  private static final Pattern UNDERSCORES = Pattern.compile("_+");

  private final int maxLength;

  private SnakeCase(int maxLength) {
    this.maxLength = maxLength;
  }

  /** Names of any length, as a source schema's own name is normalised. */
  static SnakeCase unbounded() {
    return new SnakeCase(Integer.MAX_VALUE);
  }

  /** Names of at most so many characters; longer ones keep their ends around a tag. */
  static SnakeCase upTo(int maxLength) {
    return new SnakeCase(maxLength);
  }

  /**
   * Normalises the text.
   *
   * @throws IllegalArgumentException if it is blank
   */
  String normalize(String text) {
    String stripped = Whitespace.strip(text);
    if (stripped.isEmpty()) {
      throw new IllegalArgumentException("There is no snake case of a blank text.");
    }
    String name = snakeCase(reduceAlphabet(stripped));
    // The tag is of what stood before normalising, so that names which differ only there stay
    // apart.
    return OverlongName.shorten(name, stripped, maxLength);
  }

  private static String reduceAlphabet(String text) {
    String mapped =
        text.replace('+', 'x')
            .replace('*', 'x')
            .replace('-', '_')
            .replace('@', 'a')
            .replace('|', 'l');
    return NEITHER_LETTER_NOR_DIGIT.matcher(mapped).replaceAll("_");
  }

  private static String snakeCase(String text) {
    String words = BEFORE_A_WORD.matcher(text).replaceAll("$1_$2");
    String name = BEFORE_A_CAPITAL.matcher(words).replaceAll("$1_$2").toLowerCase(Locale.ROOT);
    if (LEADING_DIGIT.matcher(name).find()) {
      name = "_" + name;
    }
    return UNDERSCORES.matcher(trailingUnderscoresAsX(name)).replaceAll("_");
  }

  private static String trailingUnderscoresAsX(String name) {
    int end = name.length();
    while (end > 0 && name.charAt(end - 1) == '_') {
      end--;
    }
    return name.substring(0, end) + "x".repeat(name.length() - end);
  }
}
