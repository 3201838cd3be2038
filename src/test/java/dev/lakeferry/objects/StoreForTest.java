package dev.lakeferry.objects;

import dev.lakeferry.demo.EmbeddedS3;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;

/** A store in memory with a bucket of sources and a bucket of the lake. */
public final class StoreForTest implements AutoCloseable {
  public static final String SOURCE = "source";
  public static final String LAKE = "lake";

  /** Each character that is special to URLs, to signatures, to XML or to shells. */
  public static final List<String> ODD_KEYS =
      List.of(
          "a b.parquet",
          "100%.parquet",
          "50%20off.parquet",
          "a+b.parquet",
          "a&b.parquet",
          "it's.parquet",
          "why?.parquet",
          "day=2026-11-30/part.parquet",
          "é-ß-日本.parquet",
          "a<b>.parquet",
          "semi;colon:comma,.parquet",
          "hash#at@dollar$.parquet",
          "[1]{2}*!().parquet",
          "tilde~`^|\"quoted\".parquet");

  private final EmbeddedS3 server = EmbeddedS3.start(Optional.empty());
  private final S3Client client = S3Clients.open(server.settings(), 8);
  private final ObjectStore store = new ObjectStore(client);

  public StoreForTest() {
    server.createBucket(SOURCE);
    server.createBucket(LAKE);
  }

  public EmbeddedS3 server() {
    return server;
  }

  public S3Client client() {
    return client;
  }

  public ObjectStore store() {
    return store;
  }

  /** Writes an object and returns its ETag, without quotes. */
  public String put(String bucket, String key, byte[] content) {
    PutObjectRequest put = PutObjectRequest.builder().bucket(bucket).key(key).build();
    return client.putObject(put, RequestBody.fromBytes(content)).eTag().replace("\"", "");
  }

  /** As above, with a text. */
  public String put(String bucket, String key, String content) {
    return put(bucket, key, content.getBytes(StandardCharsets.UTF_8));
  }

  /** Writes {@code prefix + 00000}, and so on. */
  public void putMany(String bucket, String prefix, int count)
      throws InterruptedException, ExecutionException {
    ExecutorService writers = Executors.newFixedThreadPool(8);
    try {
      List<Callable<String>> puts =
          IntStream.range(0, count)
              .<Callable<String>>mapToObj(
                  i -> () -> put(bucket, prefix + String.format("%05d", i), "x" + i))
              .toList();
      for (Future<String> put : writers.invokeAll(puts)) {
        put.get();
      }
    } finally {
      writers.shutdown();
    }
  }

  public byte[] read(String bucket, String key) {
    return client
        .getObjectAsBytes(GetObjectRequest.builder().bucket(bucket).key(key).build())
        .asByteArray();
  }

  public List<String> keys(String bucket, String prefix) {
    return StreamSupport.stream(store.list(bucket, prefix).spliterator(), false)
        .map(ObjectInfo::key)
        .toList();
  }

  @Override
  public void close() {
    client.close();
    server.close();
  }
}
