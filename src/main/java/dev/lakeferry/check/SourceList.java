package dev.lakeferry.check;

import dev.lakeferry.objects.S3Action;
import dev.lakeferry.objects.S3Uri;
import java.util.Comparator;
import java.util.Optional;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.S3Object;

/** List on the source. */
final class SourceList extends Probe {
  static final String NAME = "source list";

  private final ProbePlace place;
  private final SourceSample sample;

  SourceList(ProbePlace place, SourceSample sample) {
    super(NAME, "source bucket");
    this.place = place;
    this.sample = sample;
  }

  @Override
  Finding look() {
    Bucket bucket = place.sourceBucket();
    String where = S3Uri.of(bucket.name(), place.sourcePrefix());
    try {
      Optional<S3Object> smallest =
          bucket
              .client()
              .get()
              .listObjectsV2(r -> r.bucket(bucket.name()).prefix(place.sourcePrefix()))
              .contents()
              .stream()
              .filter(object -> object.size() > 0)
              .min(Comparator.comparing(S3Object::size));
      smallest.ifPresent(sample::take);
      return Finding.ok(
          "s3:ListBucket is granted"
              + (smallest.isEmpty() ? "; there is nothing below %s yet".formatted(where) : ""));
    } catch (SdkException e) {
      return Refusal.of(e, S3Action.LIST, "Listing " + where);
    }
  }
}
