package dev.lakeferry.check;

import dev.lakeferry.objects.S3Action;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.HeadBucketResponse;
import software.amazon.awssdk.services.s3.model.NoSuchBucketException;

/** Whether a bucket answers, and from the region that the settings say. */
final class BucketThere extends Probe {
  private final Bucket bucket;
  private final String regionVariable;

  BucketThere(String name, String regionVariable, Bucket bucket) {
    super(name);
    this.bucket = bucket;
    this.regionVariable = regionVariable;
  }

  @Override
  Finding look() {
    try {
      return judge(bucket.client().get().headBucket(request -> request.bucket(bucket.name())));
    } catch (NoSuchBucketException absent) {
      return Finding.failed(
          "%s does not exist at %s"
              .formatted(
                  bucket.name(), bucket.settings().endpoint().map(Object::toString).orElse("AWS")),
          "Create it, or correct %s.".formatted(bucket.variable()));
    } catch (SdkException e) {
      Finding refused = Refusal.of(e, S3Action.LIST, "Looking for the bucket " + bucket.name());
      return Refusal.dead(e) ? Finding.failed(refused.found(), refused.change()) : refused;
    }
  }

  private Finding judge(HeadBucketResponse head) {
    String region = head.bucketRegion();
    String ours = bucket.settings().region();
    if (region != null && !region.isBlank() && !region.equals(ours)) {
      return Finding.warning(
          "%s lies in region %s, the settings say %s".formatted(bucket.name(), region, ours),
          "Set %s=%s: the engine signs for that region, and traffic between regions costs."
              .formatted(regionVariable, region));
    }
    return Finding.ok("%s is there".formatted(bucket.name()));
  }
}
