package dev.lakeferry.check;

import dev.lakeferry.objects.S3Action;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;

/** Put on the lake's bucket. */
final class LakePut extends Probe {
  static final String OBJECT = "put.txt";
  static final String CONTENT = "Written by bin/lakeferry check; it may be removed.\n";

  private final ProbePlace place;

  LakePut(ProbePlace place) {
    super("lake put", "lake bucket");
    this.place = place;
  }

  @Override
  Finding look() {
    Bucket bucket = place.lakeBucket();
    try {
      bucket
          .client()
          .get()
          .putObject(
              r -> r.bucket(bucket.name()).key(place.writing(OBJECT)),
              RequestBody.fromString(CONTENT));
      return Finding.ok("s3:PutObject is granted");
    } catch (SdkException e) {
      return Refusal.of(e, S3Action.PUT, "Writing to the lake's bucket");
    }
  }
}
