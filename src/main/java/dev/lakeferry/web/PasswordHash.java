package dev.lakeferry.web;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/**
 * A password as it may lie in a file: PBKDF2 with HMAC-SHA-256, 600,000 rounds and a random salt
 * (as OWASP advises), written {@code pbkdf2-sha256$<rounds>$<salt>$<hash>}.
 */
record PasswordHash(int rounds, byte[] salt, byte[] hash) {
  static final int ROUNDS = 600_000;
  private static final int FEWEST_ROUNDS = 1_000;
  private static final int MOST_ROUNDS = 10_000_000;
  private static final int SALT_BYTES = 16;
  private static final int HASH_BITS = 256;
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final Pattern TEXT =
      Pattern.compile(
          "pbkdf2-sha256\\$([0-9]{1,9})\\$([A-Za-z0-9+/=]{8,})\\$([A-Za-z0-9+/=]{43,})");

  /** Hashes a password with a salt of its own. */
  static PasswordHash of(char[] password, int rounds) {
    byte[] salt = new byte[SALT_BYTES];
    RANDOM.nextBytes(salt);
    return new PasswordHash(rounds, salt, derive(password, salt, rounds));
  }

  /** One that no password has, and that takes as long to be told so. */
  static PasswordHash ofNobody() {
    byte[] salt = new byte[SALT_BYTES];
    byte[] hash = new byte[HASH_BITS / Byte.SIZE];
    RANDOM.nextBytes(salt);
    RANDOM.nextBytes(hash);
    return new PasswordHash(ROUNDS, salt, hash);
  }

  /**
   * Reads one.
   *
   * @throws IllegalArgumentException if it is none
   */
  static PasswordHash parse(String text) {
    Matcher parts = TEXT.matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          "the password must be pbkdf2-sha256$<rounds>$<salt>$<hash>, as bin/lakeferry user add writes it");
    }
    int rounds = Integer.parseInt(parts.group(1));
    if (rounds < FEWEST_ROUNDS || rounds > MOST_ROUNDS) {
      throw new IllegalArgumentException(
          "the rounds must be from %d to %d".formatted(FEWEST_ROUNDS, MOST_ROUNDS));
    }
    return new PasswordHash(
        rounds,
        Base64.getDecoder().decode(parts.group(2)),
        Base64.getDecoder().decode(parts.group(3)));
  }

  /** Whether this is the password; takes a tenth of a second or more. */
  boolean matches(char[] password) {
    return MessageDigest.isEqual(hash, derive(password, salt, rounds));
  }

  private static byte[] derive(char[] password, byte[] salt, int rounds) {
    PBEKeySpec spec = new PBEKeySpec(password, salt, rounds, HASH_BITS);
    try {
      return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256").generateSecret(spec).getEncoded();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    } finally {
      spec.clearPassword();
    }
  }

  @Override
  public String toString() {
    Base64.Encoder base64 = Base64.getEncoder();
    return "pbkdf2-sha256$%d$%s$%s"
        .formatted(rounds, base64.encodeToString(salt), base64.encodeToString(hash));
  }
}
