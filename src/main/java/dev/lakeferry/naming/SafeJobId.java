package dev.lakeferry.naming;

import dev.lakeferry.failure.FinalFailure;
import java.util.regex.Pattern;

/**
 * A job id as one segment of an object key: only {@code A-Z a-z 0-9 _ -}, at most {@value
 * #MAX_LENGTH} characters and a hash.
 *
 * <p>What had to be changed gets a short hash of the original, so that {@code a/b} and {@code a_b}
 * do not land under one prefix.
 */
public final class SafeJobId {

  private static final int MAX_LENGTH = 100;
  private static final int HASH_LENGTH = 8;
  private static final Pattern UNSAFE = Pattern.compile("[^A-Za-z0-9_-]");

  private SafeJobId() {}

  /**
   * The id itself if it is safe, else a safe one of its own.
   *
   * @throws FinalFailure if there is none
   */
  public static String of(String jobId) {
    if (jobId == null) {
      throw new FinalFailure(
          "The completion has no job id, so its objects have no place to land. Nothing was written;"
              + " correct the completion and submit it again.");
    }
    String replaced = UNSAFE.matcher(jobId).replaceAll("_");
    String safe = replaced.substring(0, Math.min(replaced.length(), MAX_LENGTH));
    boolean kept = safe.equals(jobId) && !jobId.isEmpty();
    return kept ? safe : safe + "-" + Sha256.hex(jobId, HASH_LENGTH);
  }
}
