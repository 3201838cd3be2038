package dev.lakeferry.job;

import dev.lakeferry.naming.Sha256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/** Keys of PostgreSQL's advisory locks, the same in every process. */
final class LockKey {
  private LockKey() {}

  /** A 64-bit key for a kind of lock and the name of what it locks. */
  static long of(String kind, String... name) {
    MessageDigest digest = Sha256.digest();
    digest.update(("lakeferry " + kind).getBytes(StandardCharsets.UTF_8));
    for (String part : name) {
      digest.update((byte) 0);
      digest.update(part.getBytes(StandardCharsets.UTF_8));
    }
    return ByteBuffer.wrap(digest.digest()).getLong();
  }
}
