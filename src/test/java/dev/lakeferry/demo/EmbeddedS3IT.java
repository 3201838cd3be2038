package dev.lakeferry.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.apache.ApacheHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.DeleteObjectsResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.NoSuchBucketException;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.ObjectIdentifier;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Object;

class EmbeddedS3IT {
  private static final String BUCKET = "source";
  private static final String COPIES = "copies";
  private static final int MIB = 1024 * 1024;

  private static EmbeddedS3 s3;
  private static S3Client client;

  @BeforeAll
  static void start() {
    s3 = EmbeddedS3.start(Optional.empty());
    s3.createBucket(BUCKET);
    s3.createBucket(COPIES);
    client = client(s3, s3.secretKey());
  }

  @AfterAll
  static void close() {
    client.close();
    s3.close();
  }

  @Test
  void everyPageOfAListingIsSorted() {
    List<String> keys =
        IntStream.range(0, 2_005).mapToObj("paged/%05d.parquet"::formatted).toList();
    keys.parallelStream().forEach(key -> put(client, key, "x"));
    List<Integer> pages = new ArrayList<>();
    List<String> listed = new ArrayList<>();
    client
        .listObjectsV2Paginator(list -> list.bucket(BUCKET).prefix("paged/"))
        .forEach(
            page -> {
              pages.add(page.contents().size());
              page.contents().stream().map(S3Object::key).forEach(listed::add);
            });
    assertThat(pages).containsExactly(1_000, 1_000, 5);
    assertThat(listed).isEqualTo(keys);
  }

  @Test
  void keysAreListedInTheOrderOfTheirBytes() {
    List<String> keys =
        List.of("order/a-b/1", "order/a/1", "order/a=1/1", "order/aB/1", "order/ab/1", "order/é/1");
    keys.forEach(key -> put(client, key, "x"));
    assertThat(list("order/")).isEqualTo(keys.stream().sorted(Comparator.naturalOrder()).toList());
  }

  @Test
  void aCopyOfAnObjectThatHasChangedIsRefused() {
    String etag = put(client, "changing", "first");
    put(client, "changing", "second");
    assertThatThrownBy(() -> copy("changing", etag))
        .isInstanceOf(S3Exception.class)
        .extracting(e -> ((S3Exception) e).statusCode())
        .isEqualTo(412);
    String now = head(BUCKET, "changing").eTag();
    assertThat(copy("changing", now)).isEqualTo(now);
    assertThat(content(COPIES, "changing")).isEqualTo("second");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "space here",
        "100%",
        "%2F",
        "a+b",
        "a&b",
        "it's",
        "what?",
        "a=b",
        "é",
        "a%20b",
        "[1]{2}*",
        "semi;colon:",
        "#hash",
        "<lt>",
        "Zürich%2FWest",
        "日本"
      })
  void everyKeyIsStoredListedCopiedAndDeletedAsItIs(String name) {
    String key = "keys/k=" + name + "/part-0.parquet";
    String etag = put(client, key, name);
    assertThat(list("keys/k=" + name + "/")).containsExactly(key);
    assertThat(copy(key, etag)).isEqualTo(etag);
    assertThat(content(COPIES, key)).isEqualTo(name);
    assertThat(head(COPIES, key).contentLength()).isEqualTo(head(BUCKET, key).contentLength());
    DeleteObjectsResponse deleted = deleteAll(COPIES, List.of(key));
    assertThat(deleted.errors()).isEmpty();
    assertThatThrownBy(() -> head(COPIES, key)).isInstanceOf(NoSuchKeyException.class);
  }

  @Test
  void largeObjectsAreCopiedInParts() {
    byte[] bytes = new byte[11 * MIB];
    new SplittableRandom(7).nextBytes(bytes);
    client.putObject(put -> put.bucket(BUCKET).key("large é?%"), RequestBody.fromBytes(bytes));
    String etag = head(BUCKET, "large é?%").eTag();
    String upload =
        client.createMultipartUpload(create -> create.bucket(COPIES).key("large")).uploadId();
    List<CompletedPart> parts = new ArrayList<>();
    for (int part = 1; part <= 3; part++) {
      int number = part;
      long from = (part - 1) * 5L * MIB;
      long to = Math.min(from + 5L * MIB, bytes.length) - 1;
      String partEtag =
          client
              .uploadPartCopy(
                  copy ->
                      copy.sourceBucket(BUCKET)
                          .sourceKey("large é?%")
                          .copySourceRange("bytes=" + from + "-" + to)
                          .copySourceIfMatch(etag)
                          .destinationBucket(COPIES)
                          .destinationKey("large")
                          .uploadId(upload)
                          .partNumber(number))
              .copyPartResult()
              .eTag();
      parts.add(CompletedPart.builder().partNumber(part).eTag(partEtag).build());
    }
    String completed =
        client
            .completeMultipartUpload(
                complete ->
                    complete
                        .bucket(COPIES)
                        .key("large")
                        .uploadId(upload)
                        .multipartUpload(all -> all.parts(parts)))
            .eTag();
    assertThat(completed).isEqualTo(head(COPIES, "large").eTag()).endsWith("-3\"");
    assertThat(client.getObjectAsBytes(get -> get.bucket(COPIES).key("large")).asByteArrayUnsafe())
        .isEqualTo(bytes);
  }

  @Test
  void aPartOfAnObjectThatHasChangedIsRefused() {
    String etag = put(client, "changing part", "first");
    put(client, "changing part", "second");
    String upload =
        client.createMultipartUpload(create -> create.bucket(COPIES).key("part")).uploadId();
    assertThatThrownBy(
            () ->
                client.uploadPartCopy(
                    copy ->
                        copy.sourceBucket(BUCKET)
                            .sourceKey("changing part")
                            .copySourceIfMatch(etag)
                            .destinationBucket(COPIES)
                            .destinationKey("part")
                            .uploadId(upload)
                            .partNumber(1)))
        .isInstanceOf(S3Exception.class)
        .extracting(e -> ((S3Exception) e).statusCode())
        .isEqualTo(412);
    client.abortMultipartUpload(abort -> abort.bucket(COPIES).key("part").uploadId(upload));
  }

  @Test
  void manyObjectsAreDeletedAtOnce() {
    List<String> keys = IntStream.range(0, 1_000).mapToObj("bulk/é %d"::formatted).toList();
    keys.parallelStream().forEach(key -> put(client, key, "x"));
    assertThat(deleteAll(BUCKET, keys).errors()).isEmpty();
    assertThat(list("bulk/")).isEmpty();
  }

  @Test
  void whatIsMissingIsSaidToBeMissing() {
    assertThatThrownBy(() -> head(BUCKET, "nothing")).isInstanceOf(NoSuchKeyException.class);
    assertThatThrownBy(() -> client.listObjectsV2(list -> list.bucket("no-such-bucket")))
        .isInstanceOf(NoSuchBucketException.class);
  }

  @Test
  void aWrongSecretIsRefused() {
    try (S3Client stranger = client(s3, "wrong")) {
      assertThatThrownBy(() -> put(stranger, "stranger", "x"))
          .isInstanceOf(S3Exception.class)
          .extracting(e -> ((S3Exception) e).statusCode())
          .isEqualTo(403);
    }
  }

  @Test
  void stoppedItIsDownAndRestartedItHasItsPortAndItsObjects() {
    EmbeddedS3 own = EmbeddedS3.start(Optional.empty());
    own.createBucket(BUCKET);
    int port = own.port();
    try (own;
        S3Client its = client(own, own.secretKey())) {
      put(its, "kept", "42");
      own.stop();
      assertThatThrownBy(() -> put(its, "lost", "x")).isInstanceOf(SdkClientException.class);
      own.restart();
      assertThat(own.port()).isEqualTo(port);
      assertThat(its.headObject(head -> head.bucket(BUCKET).key("kept")).contentLength())
          .isEqualTo(2);
    }
  }

  @Test
  void aKeptDirectoryIsFoundAgain(@TempDir Path directory) {
    String etag;
    try (EmbeddedS3 first = EmbeddedS3.start(Optional.of(directory));
        S3Client its = client(first, first.secretKey())) {
      first.createBucket(BUCKET);
      etag = put(its, "d=é %2F?/part-0.parquet", "42");
    }
    try (EmbeddedS3 next = EmbeddedS3.start(Optional.of(directory));
        S3Client its = client(next, next.secretKey())) {
      next.createBucket(BUCKET);
      assertThat(its.listObjectsV2(list -> list.bucket(BUCKET)).contents())
          .singleElement()
          .satisfies(
              object -> {
                assertThat(object.key()).isEqualTo("d=é %2F?/part-0.parquet");
                assertThat(object.eTag()).isEqualTo(etag);
              });
    }
  }

  @Test
  void aLocaleThatCannotNameEveryKeyIsRefusedAtOnce(@TempDir Path directory) throws Exception {
    ProcessBuilder child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                KeptStore.class.getName(),
                directory.toString())
            .redirectErrorStream(true);
    child.environment().put("LC_ALL", "POSIX");
    Process process = child.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isNotZero();
    assertThat(output).contains("set LC_ALL=C.UTF-8");
  }

  /** A process that keeps objects. */
  static final class KeptStore {
    private KeptStore() {}

    public static void main(String[] arguments) {
      EmbeddedS3.start(Optional.of(Path.of(arguments[0]))).close();
    }
  }

  static S3Client client(EmbeddedS3 s3, String secretKey) {
    return S3Client.builder()
        .endpointOverride(s3.endpoint())
        .region(Region.of(s3.settings().region()))
        .forcePathStyle(true)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create(s3.accessKey(), secretKey)))
        .httpClientBuilder(ApacheHttpClient.builder())
        .build();
  }

  private static String put(S3Client client, String key, String content) {
    return client
        .putObject(put -> put.bucket(BUCKET).key(key), RequestBody.fromString(content))
        .eTag();
  }

  private static String copy(String key, String etag) {
    return client
        .copyObject(
            copy ->
                copy.sourceBucket(BUCKET)
                    .sourceKey(key)
                    .copySourceIfMatch(etag)
                    .destinationBucket(COPIES)
                    .destinationKey(key))
        .copyObjectResult()
        .eTag();
  }

  private static List<String> list(String prefix) {
    return client.listObjectsV2(list -> list.bucket(BUCKET).prefix(prefix)).contents().stream()
        .map(S3Object::key)
        .toList();
  }

  private static HeadObjectResponse head(String bucket, String key) {
    return client.headObject(head -> head.bucket(bucket).key(key));
  }

  private static String content(String bucket, String key) {
    return client.getObjectAsBytes(get -> get.bucket(bucket).key(key)).asUtf8String();
  }

  private static DeleteObjectsResponse deleteAll(String bucket, List<String> keys) {
    List<ObjectIdentifier> objects =
        keys.stream().map(key -> ObjectIdentifier.builder().key(key).build()).toList();
    return client.deleteObjects(
        delete -> delete.bucket(bucket).delete(which -> which.objects(objects)));
  }
}
