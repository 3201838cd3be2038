package dev.lakeferry.check;

import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** Whether everyone may list a bucket: tried without credentials, and asked of its policy. */
final class PublicAccess extends Probe {
  private final Bucket bucket;

  PublicAccess(String name, String needed, Bucket bucket) {
    super(name, needed);
    this.bucket = bucket;
  }

  @Override
  Finding look() {
    if (listedByAnyone()) {
      return open("anyone may list %s, without credentials".formatted(bucket.name()));
    }
    return publicByPolicy()
        ? open("the policy of %s makes it public".formatted(bucket.name()))
        : Finding.ok("without credentials %s is closed".formatted(bucket.name()));
  }

  private static Finding open(String found) {
    return Finding.warning(found, "Block public access to the bucket, and look who has read it.");
  }

  private boolean listedByAnyone() {
    try {
      bucket.anonymous().get().listObjectsV2(r -> r.bucket(bucket.name()).maxKeys(1));
      return true;
    } catch (S3Exception refused) {
      return false;
    }
  }

  /** Other stores than AWS may not know the question, and the role may not be let ask it. */
  private boolean publicByPolicy() {
    if (bucket.settings().endpoint().isPresent()) {
      return false;
    }
    try {
      return Boolean.TRUE.equals(
          bucket
              .client()
              .get()
              .getBucketPolicyStatus(r -> r.bucket(bucket.name()))
              .policyStatus()
              .isPublic());
    } catch (SdkException | NullPointerException untold) {
      return false;
    }
  }
}
