package dev.lakeferry.objects;

import static dev.lakeferry.objects.StoreForTest.LAKE;
import static dev.lakeferry.objects.StoreForTest.SOURCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.failure.RetryableFailure;
import dev.lakeferry.settings.S3Settings;
import dev.lakeferry.settings.Secret;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.s3.S3Client;

class ObjectStoreIT {
  private static StoreForTest s3;
  private static ObjectStore store;

  @BeforeAll
  static void start() {
    s3 = new StoreForTest();
    store = s3.store();
  }

  @AfterAll
  static void stop() {
    s3.close();
  }

  @Test
  void listsEveryPageInTheOrderOfKeys() throws Exception {
    s3.putMany(SOURCE, "pages/", 2_345);
    s3.put(SOURCE, "pages-are-not-below-this", "x");

    List<String> keys = s3.keys(SOURCE, "pages/");

    assertThat(keys).hasSize(2_345).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void listsSizeAndETagWithoutQuotes() {
    String etag = s3.put(SOURCE, "one/object", "12345");

    Iterator<ObjectInfo> listed = store.list(SOURCE, "one/").iterator();

    ObjectInfo only = listed.next();
    assertThat(only.key()).isEqualTo("one/object");
    assertThat(only.size()).isEqualTo(5);
    assertThat(only.etag()).isEqualTo(etag).doesNotContain("\"");
    assertThat(listed).isExhausted();
  }

  @ParameterizedTest
  @FieldSource("dev.lakeferry.objects.StoreForTest#ODD_KEYS")
  void oddKeysAreListedCopiedAndDeletedAsTheyAre(String odd) {
    String key = "odd/" + odd;
    byte[] content = ("content of " + odd).getBytes(StandardCharsets.UTF_8);
    String etag = s3.put(SOURCE, key, content);
    assertThat(s3.keys(SOURCE, "odd/")).contains(key);

    String copied = store.copy(copy(key, etag, content.length));

    assertThat(copied).isEqualTo(etag);
    assertThat(s3.keys(LAKE, "odd/")).containsExactly(key);
    assertThat(s3.read(LAKE, key)).isEqualTo(content);

    store.delete(LAKE, List.of(key));
    assertThat(s3.keys(LAKE, "odd/")).isEmpty();
  }

  @Test
  void deletesMoreThanOneRequestTakes() throws Exception {
    s3.putMany(LAKE, "many/", 1_001);

    store.delete(LAKE, s3.keys(LAKE, "many/"));

    assertThat(s3.keys(LAKE, "many/")).isEmpty();
  }

  @Test
  void deletingAKeyWithoutAnObjectIsNoError() {
    store.delete(LAKE, List.of("was/never/there"));
  }

  @Test
  void headTellsAnObjectAndItsAbsence() {
    String etag = s3.put(SOURCE, "head/object", "12345");

    assertThat(store.head(SOURCE, "head/object"))
        .hasValueSatisfying(
            head -> {
              assertThat(head.size()).isEqualTo(5);
              assertThat(head.etag()).isEqualTo(etag);
              assertThat(head.encryptedByKey()).isFalse();
            });
    assertThat(store.head(SOURCE, "head/none")).isEmpty();
  }

  @Test
  void bucketsAreCreatedOnce() {
    assertThat(store.bucketExists("another")).isFalse();

    store.createBucket("another");
    store.createBucket("another");

    assertThat(store.bucketExists("another")).isTrue();
  }

  @Test
  void copyingAnObjectThatWasRewrittenSinceItWasListedFails() {
    String listed = s3.put(SOURCE, "rewritten", "before");
    s3.put(SOURCE, "rewritten", "after!");

    assertThatThrownBy(() -> store.copy(copy("rewritten", listed, 6)))
        .isInstanceOfSatisfying(
            RetryableFailure.class,
            failure -> assertThat(failure.kind()).isEqualTo(RetryableFailure.Cause.VANISHED_OBJECT))
        .hasMessageContaining("s3://source/rewritten")
        .hasMessageContaining("was rewritten since it was listed");
    assertThat(store.head(LAKE, "rewritten")).isEmpty();
  }

  @Test
  void copyingAnObjectThatIsGoneFails() {
    assertThatThrownBy(() -> store.copy(copy("gone", "0123456789abcdef0123456789abcdef", 6)))
        .isInstanceOfSatisfying(
            RetryableFailure.class,
            failure -> assertThat(failure.kind()).isEqualTo(RetryableFailure.Cause.VANISHED_OBJECT))
        .hasMessageContaining("is gone since it was listed");
  }

  @Test
  void aBucketThatIsNotThereNamesTheVariables() {
    assertThatThrownBy(() -> store.list("no-such-bucket", "x/").iterator().hasNext())
        .isInstanceOf(FinalFailure.class)
        .hasMessageContaining("Listing s3://no-such-bucket/x/ failed")
        .hasMessageContaining("DUCKLAKE_BUCKET");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void refusedCredentialsNameTheVariablesAndShowNone(boolean knownKey) {
    S3Settings right = s3.server().settings();
    S3Settings wrong =
        new S3Settings(
            right.region(),
            right.endpoint(),
            true,
            knownKey ? right.accessKey() : Optional.of("an-unknown-access-key"),
            Optional.of(new Secret("a-wrong-secret")));
    try (S3Client client = S3Clients.open(wrong, 1)) {
      assertThatThrownBy(() -> new ObjectStore(client).list(SOURCE, "").iterator().hasNext())
          .isInstanceOf(FinalFailure.class)
          .hasMessageContaining("DUCKLAKE_S3_SECRET_KEY")
          .hasMessageNotContaining("a-wrong-secret")
          .hasMessageNotContaining(wrong.accessKey().orElseThrow());
    }
  }

  @Test
  void aStoreThatDoesNotListenIsAConnectionFailure() {
    S3Settings nowhere =
        new S3Settings(
            "us-east-1",
            Optional.of(URI.create("http://127.0.0.1:1")),
            true,
            Optional.of("key"),
            Optional.of(new Secret("secret")));
    try (S3Client client = S3Clients.open(nowhere, 1)) {
      assertThatThrownBy(() -> new ObjectStore(client).bucketExists("any"))
          .isInstanceOfSatisfying(
              RetryableFailure.class,
              failure -> assertThat(failure.kind()).isEqualTo(RetryableFailure.Cause.CONNECTION));
    }
  }

  private static CopyRequest copy(String key, String etag, long size) {
    return new CopyRequest(SOURCE, key, etag, LAKE, key, size);
  }
}
