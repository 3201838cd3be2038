package dev.lakeferry.bench;

import dev.lakeferry.objects.ObjectCopier;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CompletedPart;

/** The floor of landing large objects: the SDK copies them in parts, sixteen objects at a time. */
final class BareParts implements Copier {
  /** As large as the service's. */
  static final long PART = ObjectCopier.PART_SIZE;

  private final S3Client client;
  private final ExecutorService pool = Executors.newFixedThreadPool(BenchStack.COPIES);

  BareParts(S3Client client) {
    this.client = client;
  }

  @Override
  public void copy(List<String> keys, String from, String to) throws Exception {
    List<Callable<Void>> copies =
        keys.stream()
            .map(key -> (Callable<Void>) () -> one(key, to + key.substring(from.length())))
            .toList();
    for (Future<Void> copy : pool.invokeAll(copies)) {
      copy.get();
    }
  }

  private Void one(String from, String to) {
    long size = client.headObject(head -> head.bucket(BenchStack.SOURCE).key(from)).contentLength();
    String upload =
        client.createMultipartUpload(begin -> begin.bucket(BenchStack.LAKE).key(to)).uploadId();
    List<CompletedPart> parts = new ArrayList<>();
    for (long begin = 0; begin < size; begin += PART) {
      parts.add(part(from, to, upload, parts.size() + 1, begin, Math.min(size, begin + PART) - 1));
    }
    client.completeMultipartUpload(
        end ->
            end.bucket(BenchStack.LAKE)
                .key(to)
                .uploadId(upload)
                .multipartUpload(all -> all.parts(parts)));
    return null;
  }

  private CompletedPart part(
      String from, String to, String upload, int number, long first, long last) {
    String etag =
        client
            .uploadPartCopy(
                copy ->
                    copy.sourceBucket(BenchStack.SOURCE)
                        .sourceKey(from)
                        .copySourceRange("bytes=%d-%d".formatted(first, last))
                        .destinationBucket(BenchStack.LAKE)
                        .destinationKey(to)
                        .uploadId(upload)
                        .partNumber(number))
            .copyPartResult()
            .eTag();
    return CompletedPart.builder().partNumber(number).eTag(etag).build();
  }

  @Override
  public void close() {
    pool.shutdown();
  }
}
