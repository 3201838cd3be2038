package dev.lakeferry.naming;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Short hexadecimal hashes of texts. */
final class Sha256 {

  private Sha256() {}

  /** The first digits, at most 64, of the SHA-256 of the text in UTF-8. */
  static String hex(String text, int digits) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash).substring(0, digits);
    } catch (NoSuchAlgorithmException impossible) {
      throw new AssertionError("Every Java platform has SHA-256.", impossible);
    }
  }
}
