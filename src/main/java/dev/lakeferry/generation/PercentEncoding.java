package dev.lakeferry.generation;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Decodes {@code %XX}; any other percent sign, and a plus, stand for themselves. */
final class PercentEncoding {
  private PercentEncoding() {}

  static String decode(String text) {
    if (text.indexOf('%') < 0) {
      return text;
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    byte[] raw = text.getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < raw.length; i++) {
      int high = i + 2 < raw.length ? Character.digit(raw[i + 1], 16) : -1;
      int low = i + 2 < raw.length ? Character.digit(raw[i + 2], 16) : -1;
      if (raw[i] == '%' && high >= 0 && low >= 0) {
        bytes.write(high * 16 + low);
        i += 2;
      } else {
        bytes.write(raw[i]);
      }
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
