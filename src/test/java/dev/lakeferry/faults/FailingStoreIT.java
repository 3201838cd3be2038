package dev.lakeferry.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The object store refuses, breaks off, lies, and loses. */
@Tag("faults")
@ExtendWith(InLab.class)
class FailingStoreIT {
  private final Lab lab;

  FailingStoreIT(Lab lab) {
    this.lab = lab;
  }

  @BeforeEach
  void begin() {
    lab.replicas(2);
  }

  @Test
  void itAnswersAllRequestsWithSlowDownForAWhile() {
    Carried second = lab.published(301, "slow_down").next();
    Recovery recovery;
    try (var storm =
        lab.store().trouble(request -> true, StoreFault.Answer.error(503, "SlowDown"))) {
      lab.complete(second);
      storm.awaitHits(3);
      Awaitility.await().pollDelay(Duration.ofSeconds(6)).until(() -> true);
      recovery = new Recovery();
    }
    lab.recovered("S3: 503 SlowDown to everything for 6 s", recovery, second);
  }

  @Test
  void itAnswersCopiesWithServiceUnavailableForAWhile() {
    Carried second = lab.published(302, "unavailable").next();
    Recovery recovery;
    try (var storm =
        lab.store()
            .trouble(
                StoreRequest::isCopy, StoreFault.Answer.error(503, "ServiceUnavailable"), 12)) {
      lab.complete(second);
      storm.awaitHits(1);
      recovery = new Recovery();
      lab.runs().awaitDone(second);
    }
    lab.recovered("S3: 503 to 12 copies", recovery, second);
  }

  @Test
  void itResetsListingsInTheMiddle() {
    Carried second = lab.published(303, "reset_listing").next();
    Recovery recovery;
    try (var resets =
        lab.store().trouble(StoreRequest::isListing, new StoreFault.CutAnswer(400), 6)) {
      lab.complete(second);
      resets.awaitHits(1);
      recovery = new Recovery();
      lab.runs().awaitDone(second);
    }
    lab.recovered("S3: 6 listings reset in the middle", recovery, second);
  }

  @Test
  void itAnswersCopiesWith200AndAnError() {
    Carried second = lab.published(304, "lying_copy").next();
    Recovery recovery;
    try (var lies =
        lab.store()
            .trouble(StoreRequest::isCopy, StoreFault.Answer.error(200, "InternalError"), 8)) {
      lab.complete(second);
      lies.awaitHits(1);
      recovery = new Recovery();
      lab.runs().awaitDone(second);
    }
    lab.recovered("S3: 8 copies answered with 200 and an error", recovery, second);
  }

  @Test
  void itBreaksOffTheAnswersToCopies() {
    Carried second = lab.published(305, "cut_copy").next();
    Recovery recovery;
    try (var cuts = lab.store().trouble(StoreRequest::isCopy, new StoreFault.CutAnswer(60), 8)) {
      lab.complete(second);
      cuts.awaitHits(1);
      recovery = new Recovery();
      lab.runs().awaitDone(second);
    }
    lab.recovered("S3: answers to 8 copies cut", recovery, second);
  }

  @Test
  void itBreaksOffWhatTheEngineReads() {
    Carried second = lab.published(306, "cut_reading").next();
    String bucket = lab.lake().lakeSettings().bucket();
    Recovery recovery;
    try (var cuts =
        lab.store()
            .trouble(
                request ->
                    request.isOf(bucket) && request.method().equals("GET") && !request.isListing(),
                new StoreFault.CutAnswer(300),
                6)) {
      lab.complete(second);
      cuts.awaitHits(1);
      recovery = new Recovery();
      lab.runs().awaitDone(second);
    }
    lab.recovered("S3: 6 of the engine's reads cut", recovery, second);
  }

  @Test
  void itLosesAnObjectDuringLanding() {
    Carried first = lab.published(307, "lost_object");
    Carried second = first.next();
    Recovery recovery;
    try (var copies = lab.store().trouble(StoreRequest::isCopy, new StoreFault.Wait())) {
      lab.complete(second);
      copies.awaitHits(1);
      lab.lake()
          .s3()
          .deleteObject(
              request ->
                  request
                      .bucket(lab.lake().sourceSettings().bucket())
                      .key(lab.sourceKey(second, 1)));
      recovery = new Recovery();
    }
    lab.endState().notPublished(second, "failed");
    lab.table().add(lab, "object deleted during landing: a plain failure", recovery.time(), second);
    assertThat(
            lab.runs().attempts(second).get(lab.runs().attempts(second).size() - 1).latestError())
        .contains("expects %d rows".formatted(second.rows()));
    lab.endState().live(first);
  }
}
