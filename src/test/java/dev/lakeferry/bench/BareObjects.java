package dev.lakeferry.bench;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import software.amazon.awssdk.services.s3.S3Client;

/** The floor of landing: the SDK copies, sixteen at a time. */
final class BareObjects implements Copier {
  private final S3Client client;
  private final ExecutorService pool = Executors.newFixedThreadPool(BenchStack.COPIES);

  BareObjects(S3Client client) {
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
    client.copyObject(
        copy ->
            copy.sourceBucket(BenchStack.SOURCE)
                .sourceKey(from)
                .destinationBucket(BenchStack.LAKE)
                .destinationKey(to));
    return null;
  }

  @Override
  public void close() {
    pool.shutdown();
  }
}
