package dev.lakeferry.landing;

import dev.lakeferry.generation.PlannedObject;
import dev.lakeferry.objects.CopiedFrom;
import dev.lakeferry.objects.ObjectHead;
import dev.lakeferry.objects.ObjectInfo;
import dev.lakeferry.objects.ObjectStore;
import java.util.Optional;

/**
 * Tells whether a landed object has the content of its planned source, without reading either.
 *
 * <p>Equal size and equal ETag mean the same content. Unequal ETags mean another content only where
 * both are MD5s: an ETag with a {@code -} depends on how the object was uploaded in parts, and one
 * of an object that a KMS or customer's key encrypts is arbitrary (S3's user guide, "Checking
 * object integrity"). Then the mark of a copy in parts decides, else a checksum that both objects
 * have, else nothing but the size is known.
 */
final class ContentCheck {
  private final ObjectStore store;
  private final String lakeBucket;

  /** What is known of the content. */
  enum Verdict {
    SAME,
    DIFFERENT,
    /** Only the sizes are equal. */
    UNKNOWN
  }

  ContentCheck(ObjectStore store, LandingRequest request) {
    this.store = store;
    this.lakeBucket = request.lakeBucket();
  }

  /** What the listing alone tells. */
  static Verdict atFirstSight(PlannedObject planned, ObjectInfo landed) {
    if (planned.size() != landed.size()) {
      return Verdict.DIFFERENT;
    }
    return planned.etag().equals(landed.etag()) ? Verdict.SAME : Verdict.UNKNOWN;
  }

  /** What a closer look tells of an object that the listing left in doubt; one or two HEADs. */
  Verdict closer(PlannedObject planned, ObjectInfo listed) {
    Optional<ObjectHead> landed = store.head(lakeBucket, listed.key());
    if (landed.isEmpty() || !landed.get().etag().equals(listed.etag())) {
      return Verdict.DIFFERENT;
    }
    return compare(planned, landed.get());
  }

  private Verdict compare(PlannedObject planned, ObjectHead landed) {
    if (CopiedFrom.isCopyOf(landed, planned.etag())) {
      return Verdict.SAME;
    }
    boolean ofParts = isOfParts(planned.etag()) || isOfParts(landed.etag());
    if (ofParts && landed.checksum().isEmpty()) {
      return Verdict.UNKNOWN;
    }
    Optional<ObjectHead> source =
        store
            .head(planned.sourceBucket(), planned.sourceKey())
            .filter(head -> head.etag().equals(planned.etag()));
    if (source.isEmpty()) {
      return ofParts || landed.encryptedByKey() ? Verdict.UNKNOWN : Verdict.DIFFERENT;
    }
    if (!ofParts && !landed.encryptedByKey() && !source.get().encryptedByKey()) {
      return Verdict.DIFFERENT;
    }
    return byChecksum(source.get(), landed);
  }

  private static Verdict byChecksum(ObjectHead source, ObjectHead landed) {
    if (!sameAlgorithm(source, landed)) {
      return Verdict.UNKNOWN;
    }
    return source.checksum().equals(landed.checksum()) ? Verdict.SAME : Verdict.DIFFERENT;
  }

  private static boolean sameAlgorithm(ObjectHead source, ObjectHead landed) {
    Optional<String> algorithm = source.checksum().map(ContentCheck::algorithm);
    return algorithm.isPresent()
        && algorithm.equals(landed.checksum().map(ContentCheck::algorithm));
  }

  private static String algorithm(String checksum) {
    return checksum.substring(0, checksum.indexOf(':'));
  }

  private static boolean isOfParts(String etag) {
    return etag.contains("-");
  }
}
