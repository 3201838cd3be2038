package dev.lakeferry.check;

import dev.lakeferry.objects.S3Action;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;

/** Get on the lake's bucket: what was put comes back. */
final class LakeGet extends Probe {
  private final ProbePlace place;

  LakeGet(ProbePlace place) {
    super("lake get", "lake bucket");
    this.place = place;
  }

  @Override
  Finding look() {
    Bucket bucket = place.lakeBucket();
    try {
      String read =
          bucket
              .client()
              .get()
              .getObjectAsBytes(r -> r.bucket(bucket.name()).key(place.key(LakePut.OBJECT)))
              .asUtf8String();
      return read.equals(LakePut.CONTENT)
          ? Finding.ok("s3:GetObject is granted")
          : Finding.refused(
              "what was put does not come back as it was written", "Look at the store.");
    } catch (NoSuchKeyException absent) {
      // Without the permission a store refuses before it looks for the key.
      return Finding.ok("s3:GetObject is granted (asked for an object that is not there)");
    } catch (SdkException e) {
      return Refusal.of(e, S3Action.READ, "Reading from the lake's bucket");
    }
  }
}
