package dev.lakeferry.check;

import dev.lakeferry.objects.S3Action;
import software.amazon.awssdk.core.exception.SdkException;

/** List on the lake's bucket. */
final class LakeList extends Probe {
  private final ProbePlace place;

  LakeList(ProbePlace place) {
    super("lake list", "lake bucket");
    this.place = place;
  }

  @Override
  Finding look() {
    Bucket bucket = place.lakeBucket();
    try {
      bucket
          .client()
          .get()
          .listObjectsV2(r -> r.bucket(bucket.name()).prefix(place.prefix()).maxKeys(1));
      return Finding.ok("s3:ListBucket is granted");
    } catch (SdkException e) {
      return Refusal.of(e, S3Action.LIST, "Listing the lake's bucket");
    }
  }
}
