package dev.lakeferry.naming;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256, by which long or odd texts get short names. */
public final class Sha256 {

  private Sha256() {}

  /** A digest to fill. */
  public static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("Every Java platform has SHA-256.", impossible);
    }
  }

  /** The first hexadecimal digits, at most 64, of the SHA-256 of the text in UTF-8. */
  public static String hex(String text, int digits) {
    byte[] hash = digest().digest(text.getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(hash).substring(0, digits);
  }
}
