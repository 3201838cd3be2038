package dev.lakeferry.objects;

import static dev.lakeferry.objects.StoreForTest.LAKE;
import static dev.lakeferry.objects.StoreForTest.SOURCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lakeferry.failure.RetryableFailure;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ObjectCopierIT {
  private static final int MIB = 1 << 20;
  private static StoreForTest s3;
  private static ObjectCopier copier;

  @BeforeAll
  static void start() {
    s3 = new StoreForTest();
    copier = new ObjectCopier(s3.client(), 3, 6 * MIB, 5 * MIB);
  }

  @AfterAll
  static void stop() {
    copier.close();
    s3.close();
  }

  @Test
  void aLargeObjectIsCopiedInPartsAndMarkedWithItsSource() {
    byte[] content = random(17 * MIB + 11);
    String etag = s3.put(SOURCE, "large/é + %20.parquet", content);

    copier.copy(request("large/é + %20.parquet", etag, content.length));

    assertThat(s3.read(LAKE, "large/é + %20.parquet")).isEqualTo(content);
    ObjectHead copied = s3.store().head(LAKE, "large/é + %20.parquet").orElseThrow();
    assertThat(copied.etag()).endsWith("-4");
    assertThat(CopiedFrom.isCopyOf(copied, etag)).isTrue();
    assertThat(CopiedFrom.isCopyOf(copied, "another")).isFalse();
  }

  @Test
  void anObjectAtTheThresholdIsCopiedInOneRequest() {
    byte[] content = random(6 * MIB);
    String etag = s3.put(SOURCE, "threshold", content);

    copier.copy(request("threshold", etag, content.length));

    assertThat(s3.store().head(LAKE, "threshold").orElseThrow().etag()).isEqualTo(etag);
  }

  @Test
  void aLargeObjectThatWasRewrittenLeavesNeitherObjectNorUpload() {
    byte[] content = random(12 * MIB);
    String listed = s3.put(SOURCE, "rewritten", content);
    content[0]++;
    s3.put(SOURCE, "rewritten", content);

    assertThatThrownBy(() -> copier.copy(request("rewritten", listed, content.length)))
        .isInstanceOfSatisfying(
            RetryableFailure.class,
            failure ->
                assertThat(failure.kind()).isEqualTo(RetryableFailure.Cause.VANISHED_OBJECT));
    assertNothingIsLeftOf("rewritten");
  }

  @Test
  void aCancelledCopyEndsAtTheNextPartAndLeavesNothing() {
    byte[] content = random(22 * MIB);
    String etag = s3.put(SOURCE, "cancelled", content);
    AtomicInteger asked = new AtomicInteger();

    assertThatThrownBy(
            () ->
                copier.copy(
                    request("cancelled", etag, content.length),
                    () -> {
                      if (asked.incrementAndGet() > 2) {
                        throw new IllegalStateException("the lease is lost");
                      }
                    }))
        .hasMessage("the lease is lost");
    assertNothingIsLeftOf("cancelled");
  }

  private static void assertNothingIsLeftOf(String key) {
    assertThat(s3.store().head(LAKE, key)).isEmpty();
    assertThat(s3.client().listMultipartUploads(list -> list.bucket(LAKE)).uploads())
        .noneMatch(upload -> upload.key().equals(key));
  }

  private static CopyRequest request(String key, String etag, long size) {
    return new CopyRequest(SOURCE, key, etag, LAKE, key, size);
  }

  private static byte[] random(int size) {
    byte[] bytes = new byte[size];
    new Random(size).nextBytes(bytes);
    return bytes;
  }
}
