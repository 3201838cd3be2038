package dev.lakeferry.naming;

/**
 * White space as Python's {@code str.strip} sees it, which the upstream application's names went
 * through: unlike {@link String#strip} it takes no-break spaces and the NEL control too.
 */
final class Whitespace {

  private static final int NEXT_LINE = 0x85;

  private Whitespace() {}

  static String strip(String text) {
    int start = 0;
    int end = text.length();
    while (start < end && isWhite(text.charAt(start))) {
      start++;
    }
    while (end > start && isWhite(text.charAt(end - 1))) {
      end--;
    }
    return text.substring(start, end);
  }

  private static boolean isWhite(char c) {
    return Character.isWhitespace(c) || Character.isSpaceChar(c) || c == NEXT_LINE;
  }
}
