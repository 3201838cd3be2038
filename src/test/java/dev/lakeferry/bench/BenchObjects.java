package dev.lakeferry.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.BucketAlreadyOwnedByYouException;
import software.amazon.awssdk.services.s3.model.Delete;
import software.amazon.awssdk.services.s3.model.ObjectIdentifier;

/** Objects that are prepared for a turn and removed after it, several at a time. */
final class BenchObjects implements AutoCloseable {
  private static final int DELETED_AT_ONCE = 1000;

  private final S3Client client;
  private final ExecutorService pool = Executors.newFixedThreadPool(BenchStack.COPIES);

  BenchObjects(S3Client client) {
    this.client = client;
  }

  /**
   * Makes a bucket.
   *
   * @throws IllegalStateException if there is one that holds something
   */
  void createEmpty(String bucket) {
    try {
      client.createBucket(request -> request.bucket(bucket));
    } catch (BucketAlreadyOwnedByYouException e) {
      // Empty, it may be used.
    }
    if (client.listObjectsV2(list -> list.bucket(bucket).maxKeys(1)).keyCount() > 0) {
      throw new IllegalStateException("The bucket " + bucket + " holds something; empty it first.");
    }
  }

  void put(String key, byte[] bytes) {
    client.putObject(
        request -> request.bucket(BenchStack.SOURCE).key(key), RequestBody.fromBytes(bytes));
  }

  /** Copies within the source bucket. */
  void copy(String from, String to) {
    client.copyObject(
        copy ->
            copy.sourceBucket(BenchStack.SOURCE)
                .sourceKey(from)
                .destinationBucket(BenchStack.SOURCE)
                .destinationKey(to));
  }

  /** Copies what lies under a prefix of the source bucket to another. */
  void copyAll(String from, String to) {
    List<String> keys = keys(BenchStack.SOURCE, from);
    each(keys.size(), i -> copy(keys.get(i), to + keys.get(i).substring(from.length())));
  }

  /** The size of an object of the source bucket in bytes. */
  long size(String key) {
    return client.headObject(head -> head.bucket(BenchStack.SOURCE).key(key)).contentLength();
  }

  List<String> keys(String bucket, String prefix) {
    List<String> keys = new ArrayList<>();
    client
        .listObjectsV2Paginator(list -> list.bucket(bucket).prefix(prefix))
        .contents()
        .forEach(object -> keys.add(object.key()));
    return keys;
  }

  /** Deletes what lies under a prefix. */
  void delete(String bucket, String prefix) {
    List<String> keys = keys(bucket, prefix);
    int batches = (keys.size() + DELETED_AT_ONCE - 1) / DELETED_AT_ONCE;
    each(
        batches,
        batch -> {
          List<ObjectIdentifier> some =
              keys
                  .subList(
                      batch * DELETED_AT_ONCE, Math.min(keys.size(), (batch + 1) * DELETED_AT_ONCE))
                  .stream()
                  .map(key -> ObjectIdentifier.builder().key(key).build())
                  .toList();
          client.deleteObjects(
              request ->
                  request
                      .bucket(bucket)
                      .delete(Delete.builder().objects(some).quiet(true).build()));
        });
  }

  /** Removes a bucket with all that it holds. */
  void remove(String bucket) {
    delete(bucket, "");
    client.deleteBucket(request -> request.bucket(bucket));
  }

  /** Does something so many times, sixteen at a time. */
  void each(int times, IntConsumer work) {
    List<Future<?>> begun = new ArrayList<>();
    for (int i = 0; i < times; i++) {
      int number = i;
      begun.add(pool.submit(() -> work.accept(number)));
    }
    for (Future<?> one : begun) {
      try {
        one.get();
      } catch (ExecutionException e) {
        throw new IllegalStateException(e.getCause());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }
  }

  @Override
  public void close() {
    pool.shutdown();
    client.close();
  }
}
