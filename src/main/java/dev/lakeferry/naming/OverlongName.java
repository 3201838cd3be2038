package dev.lakeferry.naming;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;

/**
 * Shortens a name by keeping its head and tail around a tag of six characters, so that long names
 * which share their ends stay apart.
 *
 * <p>The tag is the first four bytes of SHAKE-128 over the original text in base64, made lower-case
 * and alphanumeric: the dlt convention's, so it cannot be another hash.
 */
final class OverlongName {

  private static final int TAG_BYTES = 4;

  private OverlongName() {}

  /** Gives the name itself where it is short enough, else one of exactly that many characters. */
  static String shorten(String name, String original, int maxLength) {
    int length = name.codePointCount(0, name.length());
    if (length <= maxLength) {
      return name;
    }
    String tag = tag(original);
    int kept = maxLength - tag.length();
    int head = name.offsetByCodePoints(0, kept - kept / 2);
    int tail = name.offsetByCodePoints(name.length(), -(kept / 2));
    return name.substring(0, head) + tag + name.substring(tail);
  }

  private static String tag(String original) {
    byte[] digest = Shake128.digest(original.getBytes(StandardCharsets.UTF_8), TAG_BYTES);
    return Base64.getEncoder()
        .withoutPadding()
        .encodeToString(digest)
        .replace('/', 'a')
        .replace('+', 'b')
        .toLowerCase(Locale.ROOT);
  }
}
