package dev.lakeferry.check;

import dev.lakeferry.objects.CopyRequest;
import dev.lakeferry.objects.S3Action;
import dev.lakeferry.settings.Settings;
import java.util.Optional;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.S3Object;

/** One real CopyObject from the source into the lake's bucket, as a landing makes it. */
final class CopyToLake extends Probe {
  static final String OBJECT = "copy";

  private final boolean oneStore;
  private final ProbePlace place;
  private final SourceSample sample;

  CopyToLake(Settings settings, ProbePlace place, SourceSample sample) {
    super("copy source to lake", "lake bucket", "source bucket");
    this.oneStore = settings.source().s3().endpoint().equals(settings.lake().s3().endpoint());
    this.place = place;
    this.sample = sample;
  }

  @Override
  Finding look() {
    if (!oneStore) {
      return Finding.warning(
          "source and lake are at different endpoints: registrations are refused, copies rewrite"
              + " every row",
          "Set SOURCE_BUCKET_ENDPOINT to the lake's store, where both are in one.");
    }
    Optional<S3Object> object = sample.object();
    if (object.isEmpty()) {
      return Finding.warning(
          "not tried: no object was found below SOURCE_BUCKET_URL",
          "Run it again when the first import is there.");
    }
    CopyRequest copy = request(object.get());
    try {
      place.lakeBucket().client().get().copyObject(copy.toSdk());
      return Finding.ok("the store copies from the source into the lake's bucket");
    } catch (SdkException e) {
      return Refusal.of(e, S3Action.COPY, copy.what());
    }
  }

  private CopyRequest request(S3Object object) {
    return new CopyRequest(
        place.sourceBucket().name(),
        object.key(),
        object.eTag().replace("\"", ""),
        place.lakeBucket().name(),
        place.writing(OBJECT),
        object.size());
  }
}
