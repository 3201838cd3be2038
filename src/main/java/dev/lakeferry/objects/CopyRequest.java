package dev.lakeferry.objects;

import software.amazon.awssdk.services.s3.model.CopyObjectRequest;
import software.amazon.awssdk.services.s3.model.MetadataDirective;

/**
 * A copy within the store, of an object as it was listed: one that was rewritten since is refused.
 *
 * @param etag the source's when it was listed, without quotes
 * @param size the source's, in bytes
 */
public record CopyRequest(
    String sourceBucket,
    String sourceKey,
    String etag,
    String targetBucket,
    String targetKey,
    long size) {

  /**
   * The same for the SDK, as one CopyObject (up to 5 GiB). The SDK encodes the source's key itself:
   * it must not be encoded before.
   */
  public CopyObjectRequest toSdk() {
    return CopyObjectRequest.builder()
        .sourceBucket(sourceBucket)
        .sourceKey(sourceKey)
        .copySourceIfMatch(quotedEtag())
        .destinationBucket(targetBucket)
        .destinationKey(targetKey)
        .metadataDirective(MetadataDirective.COPY)
        .build();
  }

  /** What failed, for {@link S3Failures}. */
  public String what() {
    return "Copying %s to %s"
        .formatted(S3Uri.of(sourceBucket, sourceKey), S3Uri.of(targetBucket, targetKey));
  }

  /** As HTTP writes an ETag. */
  String quotedEtag() {
    return '"' + etag + '"';
  }
}
