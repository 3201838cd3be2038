package dev.lakeferry.upkeep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.completion.CompletedImport;
import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.job.Actor;
import dev.lakeferry.job.Again;
import dev.lakeferry.job.Attempt;
import dev.lakeferry.job.AttemptStatus;
import dev.lakeferry.job.HeldLock;
import dev.lakeferry.job.SessionName;
import dev.lakeferry.job.TableLock;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.objects.ObjectInfo;
import dev.lakeferry.publish.ShadowName;
import dev.lakeferry.state.Rows;
import dev.lakeferry.testing.Scene;
import dev.lakeferry.testing.Submission;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Law "objects that the catalog may know are sacred": what is in doubt stays. */
class LeftoverSweepIT {
  private static final Duration NO_AGE = Duration.ZERO;

  private static Scene scene;

  @BeforeAll
  static void begin() {
    scene = new Scene(Map.of());
  }

  @AfterAll
  static void end() {
    scene.close();
  }

  private static LeftoverSweep.Swept swept(Duration age, boolean remove) {
    return scene.leftovers().sweep(new LeftoverSweep.Limits(age, 1_000, remove));
  }

  /** An import that is landed and then cannot be published. */
  private static Attempt unpublished() {
    CompletedImport completion = Submission.fresh().completed();
    scene.prepare(completion, "part-0.parquet", "SELECT range AS id FROM range(10)");
    scene.prepare(completion, "part-1.parquet", "SELECT range AS id FROM range(10, 20)");
    Attempt failed;
    try (Scene.Hook refused =
        scene.before(
            "publish",
            "publish-under-lock",
            exchange -> {
              throw new FinalFailure("Not to be published.");
            })) {
      failed = scene.run(completion);
      assertThat(refused).isNotNull();
    }
    assertThat(failed.status()).isEqualTo(AttemptStatus.FAILED);
    assertThat(keysBelow(failed.landingPrefix())).hasSize(2);
    awaitASecondAfter(failed);
    return failed;
  }

  /** The store tells times in whole seconds. */
  private static void awaitASecondAfter(Attempt ended) {
    Awaitility.await()
        .until(
            () ->
                Rows.value(
                    scene.service().state(),
                    Boolean.class,
                    "SELECT finished_at < now() - interval '1 second' FROM managed_warehouse_source_job WHERE id = ?",
                    ended.id()));
  }

  private static Set<String> keysBelow(String prefix) {
    return scene.lake().landedObjects().keySet().stream()
        .filter(key -> key.startsWith(prefix))
        .collect(Collectors.toSet());
  }

  private static List<String> below(LeftoverSweep.Swept swept, String prefix) {
    return swept.removed().stream()
        .map(ObjectInfo::key)
        .filter(key -> key.startsWith(prefix))
        .toList();
  }

  @Test
  void whatAnUnpublishedAttemptLandedIsRemovedOnceAndOnlyIfAsked() {
    Attempt failed = unpublished();
    assertThat(below(swept(NO_AGE, false), failed.landingPrefix())).hasSize(2);
    assertThat(keysBelow(failed.landingPrefix())).hasSize(2);

    assertThat(below(swept(NO_AGE, true), failed.landingPrefix())).hasSize(2);
    assertThat(keysBelow(failed.landingPrefix())).isEmpty();
    assertThat(below(swept(NO_AGE, true), failed.landingPrefix())).isEmpty();
  }

  @Test
  void youngAttemptsAndObjectsStay() {
    Attempt failed = unpublished();
    assertThat(below(swept(Duration.ofHours(1), true), failed.landingPrefix())).isEmpty();

    Rows.change(
        scene.service().state(),
        "UPDATE managed_warehouse_source_job SET finished_at = now() - interval '2 hours', started_at = now() - interval '3 hours' WHERE id = ?",
        failed.id());
    LeftoverSweep.Swept swept = swept(Duration.ofHours(1), true);
    assertThat(below(swept, failed.landingPrefix())).isEmpty();
    assertThat(swept.kept()).isPositive();
    assertThat(keysBelow(failed.landingPrefix())).hasSize(2);
  }

  @Test
  void whatTheCatalogNamesStaysWhateverTheStateDatabaseSays() {
    CompletedImport completion = Submission.fresh().completed();
    scene.prepare(completion, "part-0.parquet", "SELECT range AS id FROM range(10)");
    Attempt published = scene.run(completion);
    assertThat(published.status()).isEqualTo(AttemptStatus.COMPLETED);
    Rows.change(
        scene.service().state(),
        "UPDATE managed_warehouse_source_job SET status = 'failed', latest_error = 'wrong', failure_kind = 'final', finished_at = now() - interval '1 day' WHERE id = ?",
        published.id());

    assertThat(below(swept(NO_AGE, true), published.landingPrefix())).isEmpty();
    assertThat(keysBelow(published.landingPrefix())).hasSize(1);
  }

  @Test
  void whatAnAttemptLandedThatFoundItsRunPublishedIsRemoved() {
    CompletedImport completion = Submission.fresh().completed();
    scene.prepare(completion, "part-0.parquet", "SELECT range AS id FROM range(10)");
    Attempt published = scene.run(completion);
    Rows.change(
        scene.service().state(),
        "UPDATE managed_warehouse_source_job SET status = 'stale', stale_reason = 'lease_lost' WHERE id = ?",
        published.id());
    Rows.change(
        scene.service().state(),
        "UPDATE workflow_run SET state = 'due', outcome = NULL WHERE id = ?",
        published.runId());
    Attempt again =
        Awaitility.await()
            .atMost(Duration.ofSeconds(30))
            .until(() -> scene.service().ended(published.runId()), next -> next.attempt() == 2);
    assertThat(again.status()).isEqualTo(AttemptStatus.COMPLETED);
    assertThat(again.snapshotId()).isEqualTo(published.snapshotId());
    assertThat(keysBelow(again.landingPrefix())).hasSize(1);
    awaitASecondAfter(again);

    assertThat(below(swept(NO_AGE, true), again.landingPrefix())).hasSize(1);

    assertThat(keysBelow(again.landingPrefix())).isEmpty();
    assertThat(keysBelow(published.landingPrefix())).hasSize(1);
    assertThat(below(swept(NO_AGE, true), published.landingPrefix())).isEmpty();
  }

  @Test
  void nothingIsRemovedWhileTheTableIsBeingPublishedOrTheRunIsDueAgain() {
    Attempt failed = unpublished();
    TableName table = table(failed);
    try (HeldLock publisher =
        new TableLock(scene.service().state())
            .tryLock(scene.lake().lakeSettings().dataPath(), table, SessionName.of("a publication"))
            .orElseThrow()) {
      LeftoverSweep.Swept swept = swept(NO_AGE, true);
      assertThat(swept.busy()).isPositive();
      assertThat(below(swept, failed.landingPrefix())).isEmpty();
      assertThat(publisher.isHeld()).isTrue();
    }

    Rows.change(
        scene.service().state(),
        "UPDATE workflow_run SET state = 'due', outcome = NULL, not_before = now() + interval '1 day' WHERE id = ?",
        failed.runId());
    assertThat(below(swept(NO_AGE, true), failed.landingPrefix())).isEmpty();
    assertThat(keysBelow(failed.landingPrefix())).hasSize(2);
  }

  @Test
  void aRetryAfterTheSweepLandsUnderAnotherPrefix() {
    Attempt failed = unpublished();
    swept(NO_AGE, true);
    new Again(scene.service().state().jdbi()).retry(failed.runId(), false, Actor.commandLine());
    Attempt again =
        Awaitility.await()
            .atMost(Duration.ofSeconds(30))
            .until(() -> scene.service().ended(failed.runId()), next -> next.attempt() == 2);

    assertThat(again.landingPrefix()).isNotEqualTo(failed.landingPrefix());
  }

  @Test
  void whatAKilledWorkerWroteUnderItsShadowIsRemoved() {
    Attempt failed = unpublished();
    TableName shadow = ShadowName.of(table(failed), failed.runId(), failed.attempt());
    String key =
        scene.lake().lakeSettings().prefix()
            + shadow.schema()
            + "/"
            + shadow.table()
            + "/ducklake-0.parquet";
    scene
        .lake()
        .s3()
        .putObject(
            request -> request.bucket(scene.lake().lakeSettings().bucket()).key(key),
            software.amazon.awssdk.core.sync.RequestBody.fromString("half a file"));
    Awaitility.await()
        .atMost(Duration.ofSeconds(10))
        .until(() -> below(swept(NO_AGE, true), key).size() == 1);
    assertThat(keysBelow(key)).isEmpty();
  }

  private static TableName table(Attempt attempt) {
    return new TableName(
        Rows.value(
            scene.service().state(),
            String.class,
            "SELECT target_schema FROM managed_warehouse_source_job WHERE id = ?",
            attempt.id()),
        Rows.value(
            scene.service().state(),
            String.class,
            "SELECT target_table FROM managed_warehouse_source_job WHERE id = ?",
            attempt.id()));
  }
}
