package dev.lakeferry.job;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Keys of PostgreSQL's advisory locks, the same in every process. */
final class LockKey {
  private LockKey() {}

  /** A 64-bit key for a kind of lock and the name of what it locks. */
  static long of(String kind, String... name) {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      digest.update(("lakeferry " + kind).getBytes(StandardCharsets.UTF_8));
      for (String part : name) {
        digest.update((byte) 0);
        digest.update(part.getBytes(StandardCharsets.UTF_8));
      }
      return ByteBuffer.wrap(digest.digest()).getLong();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java has SHA-256.", e);
    }
  }
}
