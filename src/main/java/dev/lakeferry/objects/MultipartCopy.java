package dev.lakeferry.objects;

import dev.lakeferry.failure.RetryableFailure;
import dev.lakeferry.objects.PartPlan.Part;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.CreateMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.UploadPartCopyRequest;

/**
 * Copies one object in parts (UploadPartCopy), several at once. Every part demands the ETag that
 * was listed, so that no object is put together from two versions of its source. After a failure
 * the upload is aborted: parts that are left behind cost storage and are seen by no listing.
 */
final class MultipartCopy {
  private static final Logger LOG = LoggerFactory.getLogger(MultipartCopy.class);

  private final S3Client s3;
  private final ExecutorService pool;
  private final long partSize;

  MultipartCopy(S3Client s3, ExecutorService pool, long partSize) {
    this.s3 = s3;
    this.pool = pool;
    this.partSize = partSize;
  }

  void copy(CopyRequest request, Runnable cancelCheck) {
    try {
      String upload = begin(request);
      try {
        complete(request, upload, copyParts(request, upload, cancelCheck));
      } catch (RuntimeException e) {
        abort(request, upload);
        throw e;
      }
    } catch (SdkException e) {
      throw S3Failures.of(e, S3Action.COPY, request.what());
    } catch (PartsInFlight.CopyStopped e) {
      throw new RetryableFailure(
          RetryableFailure.Cause.STORAGE,
          request.what() + " was interrupted; its parts are removed.",
          e);
    }
  }

  private String begin(CopyRequest request) {
    CreateMultipartUploadRequest begin =
        CreateMultipartUploadRequest.builder()
            .bucket(request.targetBucket())
            .key(request.targetKey())
            .metadata(Map.of(CopiedFrom.METADATA, request.etag()))
            .build();
    return s3.createMultipartUpload(begin).uploadId();
  }

  private List<CompletedPart> copyParts(CopyRequest request, String upload, Runnable cancelCheck) {
    return new PartsInFlight(pool)
        .copy(
            PartPlan.of(request.size(), partSize).parts(),
            part -> {
              cancelCheck.run();
              return copyPart(request, upload, part);
            });
  }

  private CompletedPart copyPart(CopyRequest request, String upload, Part part) {
    UploadPartCopyRequest copy =
        UploadPartCopyRequest.builder()
            .sourceBucket(request.sourceBucket())
            .sourceKey(request.sourceKey())
            .copySourceIfMatch(request.quotedEtag())
            .copySourceRange(part.range())
            .destinationBucket(request.targetBucket())
            .destinationKey(request.targetKey())
            .uploadId(upload)
            .partNumber(part.number())
            .build();
    String etag = s3.uploadPartCopy(copy).copyPartResult().eTag();
    return CompletedPart.builder().partNumber(part.number()).eTag(etag).build();
  }

  private void complete(CopyRequest request, String upload, List<CompletedPart> parts) {
    s3.completeMultipartUpload(
        complete ->
            complete
                .bucket(request.targetBucket())
                .key(request.targetKey())
                .uploadId(upload)
                .multipartUpload(uploaded -> uploaded.parts(parts)));
  }

  private void abort(CopyRequest request, String upload) {
    try {
      s3.abortMultipartUpload(
          abort -> abort.bucket(request.targetBucket()).key(request.targetKey()).uploadId(upload));
    } catch (SdkException e) {
      LOG.warn(
          "The unfinished upload {} to s3://{}/{} could not be aborted; its parts cost storage until"
              + " a lifecycle rule of the bucket removes them.",
          upload,
          request.targetBucket(),
          request.targetKey(),
          e);
    }
  }
}
