package dev.lakeferry.demo;

import java.util.Locale;

/** Numbers as people read them. */
final class Figures {
  private Figures() {}

  /** {@code 143,000}. */
  static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** {@code 3.4 MB}. */
  static String bytes(long bytes) {
    return String.format(Locale.ROOT, "%.1f MB", bytes / 1e6);
  }

  /** A count where the text is one, else the text. */
  static String countOrText(String text) {
    return text != null && text.matches("\\d{1,18}") ? count(Long.parseLong(text)) : text;
  }
}
