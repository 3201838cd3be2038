package dev.lakeferry.check;

import dev.lakeferry.objects.S3Action;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CompletedPart;

/** Multipart uploads to the lake's bucket: one is completed and one aborted. */
final class LakeMultipart extends Probe {
  static final String OBJECT = "multipart.txt";

  private final ProbePlace place;

  LakeMultipart(ProbePlace place) {
    super("lake multipart", "lake bucket");
    this.place = place;
  }

  @Override
  Finding look() {
    S3Client s3 = place.lakeBucket().client().get();
    try {
      upload(s3, true);
      upload(s3, false);
      return Finding.ok("uploads in parts are begun, completed and aborted");
    } catch (SdkException e) {
      return Refusal.of(e, S3Action.PUT, "An upload in parts to the lake's bucket");
    }
  }

  private void upload(S3Client s3, boolean complete) {
    String bucket = place.lakeBucket().name();
    String key = place.writing(OBJECT);
    String id = s3.createMultipartUpload(r -> r.bucket(bucket).key(key)).uploadId();
    boolean completed = false;
    try {
      String etag =
          s3.uploadPart(
                  r -> r.bucket(bucket).key(key).uploadId(id).partNumber(1),
                  RequestBody.fromString(LakePut.CONTENT))
              .eTag();
      if (complete) {
        CompletedPart part = CompletedPart.builder().partNumber(1).eTag(etag).build();
        s3.completeMultipartUpload(
            r -> r.bucket(bucket).key(key).uploadId(id).multipartUpload(all -> all.parts(part)));
        completed = true;
      }
    } finally {
      if (!completed) {
        s3.abortMultipartUpload(r -> r.bucket(bucket).key(key).uploadId(id));
      }
    }
  }
}
