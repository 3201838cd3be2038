package dev.lakeferry.generation;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * The path that an object gets below the landing prefix: the source's, with only those characters
 * percent-encoded that the engine cannot read, or cannot delete later.
 *
 * <p>{@code ?} ends a URL for DuckDB's httpfs; {@code =} in a value hides the partition; {@code &}
 * and {@code <} break the bulk delete of {@code ducklake_cleanup_old_files} for the whole lake; a
 * backslash is turned into a slash on registration; the text {@code NULL} reads as no value.
 */
final class LandedPath {
  private LandedPath() {}

  static String of(String relativePath) {
    String[] segments = relativePath.split("/", -1);
    for (int i = 0; i < segments.length; i++) {
      int equals = i < segments.length - 1 ? segments[i].indexOf('=') : -1;
      segments[i] =
          equals > 0
              ? encode(segments[i].substring(0, equals), true)
                  + "="
                  + value(segments[i].substring(equals + 1))
              : encode(segments[i], false);
    }
    return String.join("/", segments);
  }

  /** A directory that says a column's value; every character outside a plain few is encoded. */
  static String directory(String key, String value) {
    return plain(key) + "=" + (value == null ? HivePath.NULL_DIRECTORY : value(plain(value)));
  }

  private static String plain(String text) {
    StringBuilder encoded = new StringBuilder(text.length() + 8);
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (b & 0xff);
      boolean plain = c < 128 && (Character.isLetterOrDigit(c) || "_-.: ".indexOf(c) >= 0);
      encoded.append(plain ? String.valueOf(c) : "%%%02X".formatted((int) c));
    }
    return encoded.toString();
  }

  private static String value(String text) {
    String encoded = encode(text, true);
    return encoded.toLowerCase(Locale.ROOT).equals("null")
        ? "%%%02X".formatted((int) encoded.charAt(0)) + encoded.substring(1)
        : encoded;
  }

  private static String encode(String text, boolean value) {
    StringBuilder encoded = new StringBuilder(text.length() + 4);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean odd = c == '?' || c == '&' || c == '<' || c == '\\' || (value && c == '=');
      encoded.append(odd ? "%%%02X".formatted((int) c) : String.valueOf(c));
    }
    return encoded.toString();
  }
}
