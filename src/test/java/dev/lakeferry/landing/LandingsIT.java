package dev.lakeferry.landing;

import static dev.lakeferry.objects.StoreForTest.LAKE;
import static dev.lakeferry.objects.StoreForTest.SOURCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.failure.RetryableFailure;
import dev.lakeferry.generation.PlannedObject;
import dev.lakeferry.objects.ObjectCopier;
import dev.lakeferry.objects.ObjectInfo;
import dev.lakeferry.objects.StoreForTest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.model.CompletedPart;

class LandingsIT {
  private static final int MIB = 1 << 20;
  private static final LandingPrefix PREFIX = new LandingPrefix("lake/s/t/_imports/schema/job/");

  private StoreForTest s3;
  private ObjectCopier copier;
  private Landings landings;

  @BeforeEach
  void start() {
    s3 = new StoreForTest();
    copier = new ObjectCopier(s3.client(), 2, 6 * MIB, 5 * MIB);
    landings = new Landings(s3.store(), prefix -> false, 6 * MIB);
  }

  @AfterEach
  void stop() {
    copier.close();
    s3.close();
  }

  @Test
  void everyOddKeyLandsByteIdentical() {
    for (String odd : StoreForTest.ODD_KEYS) {
      s3.put(SOURCE, "folder/" + odd, "content of " + odd);
    }

    ConfirmedLanding confirmed = land(planOfSource("folder/"));

    assertThat(confirmed.objects()).hasSameSizeAs(StoreForTest.ODD_KEYS);
    assertThat(confirmed.uri()).isEqualTo("s3://lake/lake/s/t/_imports/schema/job/");
    for (String odd : StoreForTest.ODD_KEYS) {
      assertThat(s3.read(LAKE, PREFIX + odd))
          .asString(StandardCharsets.UTF_8)
          .isEqualTo("content of " + odd);
    }
  }

  @Test
  void everyOddKeyIsCopiedByTheSdksRequestToo() {
    for (String odd : StoreForTest.ODD_KEYS) {
      s3.put(SOURCE, "folder/" + odd, "content of " + odd);
    }
    Landing landing = landings.prepare(request(planOfSource("folder/")));

    landing
        .pending()
        .forEachRemaining(
            copy -> {
              s3.client().copyObject(copy.sdkRequest());
              landing.copied(copy);
            });

    assertThat(landings.confirm(landing).objects()).hasSameSizeAs(StoreForTest.ODD_KEYS);
  }

  @Test
  void moreObjectsThanAPageAreLandedAndThenSkipped() throws Exception {
    s3.putMany(SOURCE, "folder/", 1_501);
    List<PlannedObject> plan = planOfSource("folder/");

    assertThat(land(plan).objects()).hasSize(1_501);

    Landing again = landings.prepare(request(plan));
    assertThat(again.pending()).isExhausted();
    assertThat(again.skippedObjects()).isEqualTo(1_501);
    assertThat(again.landedBytes()).isEqualTo(again.bytes());
    assertThat(landings.confirm(again).objects()).hasSize(1_501);
  }

  @Test
  void aRetryCopiesOnlyWhatIsMissing() {
    s3.put(SOURCE, "folder/a", "one");
    s3.put(SOURCE, "folder/b", "three");
    List<PlannedObject> plan = planOfSource("folder/");
    Landing first = landings.prepare(request(plan));
    copy(first, first.pending().next());

    Landing retry = landings.prepare(request(plan));

    assertThat(retry.skippedObjects()).isEqualTo(1);
    assertThat(retry.landedBytes()).isEqualTo(3);
    Iterator<ObjectCopy> pending = retry.pending();
    ObjectCopy missing = pending.next();
    assertThat(missing.sourceKey()).isEqualTo("folder/b");
    assertThat(pending).isExhausted();
    copy(retry, missing);
    retry.copied(missing);
    assertThat(retry.landedObjects()).isEqualTo(2);
    assertThat(retry.landedBytes()).isEqualTo(8);
    assertThat(retry.pending()).isExhausted();
  }

  @Test
  void leftoversOfAnEarlierTryAreLoggedAndRemovedFirst() {
    s3.put(SOURCE, "folder/a", "one");
    s3.put(LAKE, PREFIX + "of-another-plan", "x");
    s3.put(LAKE, PREFIX + "a", "two");
    s3.put(LAKE, PREFIX + "deep/er", "x");
    String sibling = "lake/s/t/_imports/schema/job__token-1/stays";
    s3.put(LAKE, sibling, "x");
    List<PlannedObject> plan = planOfSource("folder/");

    try (LeftoversLog log = new LeftoversLog()) {
      landings.prepare(request(plan));

      assertThat(log.lines())
          .satisfiesExactlyInAnyOrder(
              line -> assertThat(line).contains("s3://lake/" + PREFIX + "a "),
              line -> assertThat(line).contains("s3://lake/" + PREFIX + "deep/er "),
              line -> assertThat(line).contains("s3://lake/" + PREFIX + "of-another-plan "));
    }

    assertThat(s3.keys(LAKE, "lake/")).containsExactly(sibling);
    land(plan);
    assertThat(s3.read(LAKE, PREFIX + "a")).asString(StandardCharsets.UTF_8).isEqualTo("one");
  }

  @Test
  void nothingIsTouchedBelowAPrefixThatTheCatalogNames() {
    s3.put(SOURCE, "folder/a", "one");
    s3.put(LAKE, PREFIX + "live", "x");
    Landings known = new Landings(s3.store(), PREFIX::equals);

    assertThatThrownBy(() -> known.prepare(request(planOfSource("folder/"))))
        .isInstanceOf(FinalFailure.class)
        .hasMessageContaining("s3://lake/" + PREFIX);

    assertThat(s3.keys(LAKE, "")).containsExactly(PREFIX + "live");
  }

  @Test
  void sourcesBelowTheirOwnLandingPrefixAreNoLeftovers() {
    s3.put(LAKE, PREFIX + "a", "one");
    List<PlannedObject> plan =
        List.of(new PlannedObject(LAKE, PREFIX + "a", "elsewhere/a", 3, "irrelevant"));

    assertThatThrownBy(() -> landings.prepare(new LandingRequest(LAKE, PREFIX, plan)))
        .isInstanceOf(FinalFailure.class)
        .hasMessageContaining("DATA_PATH");
    assertThat(s3.keys(LAKE, "")).containsExactly(PREFIX + "a");
  }

  @Test
  void anObjectThatWasRewrittenSinceThePlanIsNotLanded() {
    s3.put(SOURCE, "folder/a", "one");
    List<PlannedObject> plan = planOfSource("folder/");
    s3.put(SOURCE, "folder/a", "two");

    assertThatThrownBy(() -> land(plan))
        .isInstanceOfSatisfying(
            RetryableFailure.class,
            failure ->
                assertThat(failure.kind()).isEqualTo(RetryableFailure.Cause.VANISHED_OBJECT));
    assertThat(s3.keys(LAKE, "")).isEmpty();
  }

  @Test
  void confirmingNamesWhatIsMissingDifferentOrTooMuchAndRemovesNothing() {
    for (String name : List.of("a", "b", "c", "d")) {
      s3.put(SOURCE, "folder/" + name, "one");
    }
    List<PlannedObject> plan = planOfSource("folder/");
    Landing landing = landings.prepare(request(plan));
    landing.pending().forEachRemaining(copy -> copy(landing, copy));
    s3.put(LAKE, PREFIX + "a", "two");
    s3.put(LAKE, PREFIX + "b", "longer");
    s3.store().delete(LAKE, List.of(PREFIX + "c"));
    s3.put(LAKE, PREFIX + "extra", "x");

    assertThatThrownBy(() -> landings.confirm(landing))
        .isInstanceOf(RetryableFailure.class)
        .hasMessageContaining(PREFIX + "a was expected with 3 bytes and ETag " + plan.get(0).etag())
        .hasMessageContaining(PREFIX + "b was expected with 3 bytes")
        .hasMessageContaining("found with 6 bytes")
        .hasMessageContaining(PREFIX + "c is missing")
        .hasMessageContaining(PREFIX + "extra is not planned")
        .hasMessageNotContaining(PREFIX + "d");
    assertThat(s3.keys(LAKE, PREFIX.key())).hasSize(4);
  }

  @Test
  void aCopyInPartsIsConfirmedAndRecognisedLater() {
    s3.put(SOURCE, "folder/large", new byte[11 * MIB]);
    List<PlannedObject> plan = planOfSource("folder/");

    land(plan);

    assertThat(landings.prepare(request(plan)).skippedObjects()).isEqualTo(1);
  }

  @Test
  void anotherObjectOfTheSameSizeIsNotTakenForACopyInParts() {
    s3.put(SOURCE, "folder/large", new byte[11 * MIB]);
    List<PlannedObject> plan = planOfSource("folder/");
    land(plan);
    byte[] other = new byte[11 * MIB];
    Arrays.fill(other, (byte) 1);
    s3.put(LAKE, PREFIX + "large", other);

    assertThat(landings.prepare(request(plan)).skippedObjects()).isZero();
    assertThat(s3.keys(LAKE, "")).isEmpty();
  }

  @Test
  void aSourceThatWasUploadedInPartsIsConfirmedThoughItsETagCannotBe() {
    putInParts("folder/parts");
    List<PlannedObject> plan = planOfSource("folder/");
    assertThat(plan.get(0).etag()).endsWith("-1");

    ConfirmedLanding confirmed = land(plan);

    assertThat(s3.store().head(LAKE, PREFIX + "parts").orElseThrow().etag())
        .isNotEqualTo(plan.get(0).etag());
    assertThat(confirmed.bytes()).isEqualTo(5);
  }

  @Test
  void aCancelledLandingYieldsNoMoreCopies() {
    s3.put(SOURCE, "folder/a", "one");
    s3.put(SOURCE, "folder/b", "two");
    AtomicInteger asked = new AtomicInteger();
    Landing landing =
        landings.prepare(
            new LandingRequest(
                LAKE,
                PREFIX,
                planOfSource("folder/"),
                () -> {
                  if (asked.incrementAndGet() > 1) {
                    throw new IllegalStateException("the lease is lost");
                  }
                }));
    Iterator<ObjectCopy> pending = landing.pending();
    pending.next();

    assertThatThrownBy(pending::next).hasMessage("the lease is lost");
  }

  private ConfirmedLanding land(List<PlannedObject> plan) {
    Landing landing = landings.prepare(request(plan));
    landing.pending().forEachRemaining(copy -> copy(landing, copy));
    return landings.confirm(landing);
  }

  private void copy(Landing landing, ObjectCopy copy) {
    assertThat(copy.large()).isEqualTo(copy.size() > 6 * MIB);
    copier.copy(copy.request());
    landing.copied(copy);
  }

  private static LandingRequest request(List<PlannedObject> plan) {
    return new LandingRequest(LAKE, PREFIX, plan);
  }

  private List<PlannedObject> planOfSource(String folder) {
    Iterable<ObjectInfo> listed = s3.store().list(SOURCE, folder);
    return new ArrayList<>(
        StreamSupport.stream(listed.spliterator(), false)
            .map(
                found ->
                    new PlannedObject(
                        SOURCE,
                        found.key(),
                        found.key().substring(folder.length()),
                        found.size(),
                        found.etag()))
            .toList());
  }

  private void putInParts(String key) {
    String upload =
        s3.client().createMultipartUpload(begin -> begin.bucket(SOURCE).key(key)).uploadId();
    String part =
        s3.client()
            .uploadPart(
                put -> put.bucket(SOURCE).key(key).uploadId(upload).partNumber(1),
                RequestBody.fromString("parts"))
            .eTag();
    CompletedPart completed = CompletedPart.builder().partNumber(1).eTag(part).build();
    s3.client()
        .completeMultipartUpload(
            complete ->
                complete
                    .bucket(SOURCE)
                    .key(key)
                    .uploadId(upload)
                    .multipartUpload(parts -> parts.parts(completed)));
  }
}
