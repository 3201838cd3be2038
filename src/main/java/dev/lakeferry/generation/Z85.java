package dev.lakeferry.generation;

import java.nio.ByteBuffer;

/**
 * ZeroMQ's Base85: five characters for four bytes.
 *
 * @see <a href="https://rfc.zeromq.org/spec/32/">32/Z85</a>
 */
final class Z85 {
  private static final String DIGITS =
      "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#";

  private Z85() {}

  /**
   * Decodes a text.
   *
   * @throws IllegalArgumentException if it is none of this encoding's
   */
  static byte[] decode(String text) {
    if (text.length() % 5 != 0) {
      throw new IllegalArgumentException("%d characters are no Z85".formatted(text.length()));
    }
    ByteBuffer bytes = ByteBuffer.allocate(text.length() / 5 * 4);
    for (int i = 0; i < text.length(); i += 5) {
      long value = 0;
      for (int j = i; j < i + 5; j++) {
        int digit = DIGITS.indexOf(text.charAt(j));
        if (digit < 0) {
          throw new IllegalArgumentException("'%s' is no digit of Z85".formatted(text.charAt(j)));
        }
        value = value * 85 + digit;
      }
      if (value > 0xffff_ffffL) {
        throw new IllegalArgumentException("A group of Z85 exceeds four bytes");
      }
      bytes.putInt((int) value);
    }
    return bytes.array();
  }
}
