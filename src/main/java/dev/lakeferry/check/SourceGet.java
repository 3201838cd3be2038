package dev.lakeferry.check;

import dev.lakeferry.objects.S3Action;
import dev.lakeferry.objects.S3Uri;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.S3Object;

/** Get on the source: the first byte of an object that lies there. */
final class SourceGet extends Probe {
  private final ProbePlace place;
  private final SourceSample sample;

  SourceGet(ProbePlace place, SourceSample sample) {
    super("source get", "source bucket");
    this.place = place;
    this.sample = sample;
  }

  @Override
  Finding look() {
    Bucket bucket = place.sourceBucket();
    String key =
        sample
            .object()
            .map(S3Object::key)
            .orElse(place.sourcePrefix() + ProbePlace.FOLDER + "absent");
    try {
      bucket
          .client()
          .get()
          .getObjectAsBytes(r -> r.bucket(bucket.name()).key(key).range("bytes=0-0"));
      return Finding.ok("s3:GetObject is granted");
    } catch (NoSuchKeyException absent) {
      return Finding.ok("s3:GetObject is granted (asked for an object that is not there)");
    } catch (SdkException e) {
      return Refusal.of(e, S3Action.READ, "Reading " + S3Uri.of(bucket.name(), key));
    }
  }
}
