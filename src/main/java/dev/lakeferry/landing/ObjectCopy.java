package dev.lakeferry.landing;

import dev.lakeferry.failure.RunFailure;
import dev.lakeferry.objects.CopyRequest;
import dev.lakeferry.objects.S3Action;
import dev.lakeferry.objects.S3Failures;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.CopyObjectRequest;

/**
 * An object that is still to be landed.
 *
 * @param etag the source's, without quotes
 * @param size in bytes
 * @param large whether it must be copied in parts
 */
public record ObjectCopy(
    String sourceBucket,
    String sourceKey,
    String etag,
    String lakeBucket,
    String lakeKey,
    long size,
    boolean large) {

  /** The copy to be made; refused by the store if the source was rewritten. */
  public CopyRequest request() {
    return new CopyRequest(sourceBucket, sourceKey, etag, lakeBucket, lakeKey, size);
  }

  /** The same as one request of the SDK; only where it is not {@link #large}. */
  public CopyObjectRequest sdkRequest() {
    return request().toSdk();
  }

  /** What an exception of the SDK that ended this copy means for the run. */
  public RunFailure failure(SdkException thrown) {
    return S3Failures.of(thrown, S3Action.COPY, request().what());
  }
}
