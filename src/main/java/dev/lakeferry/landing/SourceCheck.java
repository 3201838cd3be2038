package dev.lakeferry.landing;

import dev.lakeferry.failure.RetryableFailure;
import dev.lakeferry.generation.Plan;
import dev.lakeferry.generation.RewrittenObject;
import dev.lakeferry.objects.ObjectStore;
import dev.lakeferry.objects.S3Uri;

/**
 * Looks at the objects that are read from the source instead of being copied: a copy is refused by
 * the store if its object was rewritten since it was planned, reading one is not.
 */
public final class SourceCheck {
  private final ObjectStore source;

  /** Takes a client of the source's endpoint. */
  public SourceCheck(ObjectStore source) {
    this.source = source;
  }

  /**
   * Demands that each is still the object that was planned.
   *
   * @throws RetryableFailure naming the first that is gone or was rewritten
   */
  public void unaltered(Plan plan) {
    for (RewrittenObject object : plan.rewritten()) {
      if (plan.rewrittenFrom().isPresent()) {
        // A Delta table's files are never written again; its version is pinned.
        return;
      }
      S3Uri place = S3Uri.parse(object.uri());
      boolean same =
          source
              .head(place.bucket(), place.key())
              .filter(head -> head.etag().equals(object.etag()))
              .isPresent();
      if (!same) {
        throw new RetryableFailure(
            RetryableFailure.Cause.VANISHED_OBJECT,
            ("%s is gone or was rewritten since it was planned; the live table stays. The next"
                    + " attempt lists the folder anew.")
                .formatted(object.uri()),
            null);
      }
    }
  }
}
