package dev.lakeferry.route;

import static dev.lakeferry.testing.Outcomes.completed;
import static dev.lakeferry.testing.Outcomes.failed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.completion.CompletedImport;
import dev.lakeferry.job.Attempt;
import dev.lakeferry.job.AttemptStatus;
import dev.lakeferry.job.StaleReason;
import dev.lakeferry.lake.EmbeddedLake;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.state.Rows;
import dev.lakeferry.testing.LogLines;
import dev.lakeferry.testing.Scene;
import dev.lakeferry.testing.Submission;
import dev.lakeferry.testing.TestLake;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.sync.RequestBody;

/** The laws of the design, on the shipped routes and real parts. */
class LawsIT {
  private static final String OLD = "SELECT range AS id, 'old' AS name FROM range(1000)";
  private static final String NEW = "SELECT range AS id, 'new' AS name FROM range(2000)";

  private static Scene scene;

  @BeforeAll
  static void begin() {
    scene = new Scene(Map.of());
  }

  @AfterAll
  static void end() {
    scene.close();
  }

  /** A published generation and a newer completion of the same table that is not submitted yet. */
  private record Story(Submission submission, CompletedImport first, CompletedImport second) {
    static Story begin() {
      Submission submission = Submission.fresh();
      CompletedImport first = submission.completed();
      scene.prepare(first, "part-0.parquet", OLD);
      completed(scene.run(first));
      CompletedImport second = submission.newer("second").completed();
      scene.prepare(second, "part-0.parquet", NEW);
      scene.prepare(second, "part-1.parquet", NEW);
      return new Story(submission, first, second);
    }

    String table() {
      return "stripe_prod_" + first.name();
    }

    Scene.TableState live() {
      return scene.table(table());
    }
  }

  private static void overwriteInLake(String key, String query) {
    scene
        .lake()
        .s3()
        .putObject(
            request -> request.bucket(scene.lake().lakeSettings().bucket()).key(key),
            RequestBody.fromBytes(TestLake.parquet(query)));
  }

  @Test
  void oneTransactionASourceObjectAlteredBeforeItsCopyIsFoundAndTheOldTableStays() {
    Story story = Story.begin();
    Scene.TableState live = story.live();
    try (var altering =
        scene.before(
            "land",
            "copy-objects",
            exchange -> scene.prepare(story.second(), "part-1.parquet", OLD))) {
      Attempt attempt = failed(scene.run(story.second()));

      assertThat(attempt.failureKind()).isEqualTo("retryable");
      assertThat(attempt.latestError()).contains("part-1.parquet");
      assertThat(attempt.kept()).contains("live table", story.table(), "is as it was");
    }
    assertThat(story.live()).isEqualTo(live);
  }

  @Test
  void oneTransactionALandedObjectOverwrittenWithOtherRowsIsFoundAndTheOldTableStays() {
    foundAfterLanding("SELECT range AS id, 'evil' AS name FROM range(1999)");
  }

  @Test
  void oneTransactionALandedObjectOverwrittenWithAsManyOtherRowsIsFoundAndTheOldTableStays() {
    foundAfterLanding("SELECT range AS id, 'evil' AS name FROM range(2000)");
  }

  private static void foundAfterLanding(String query) {
    Story story = Story.begin();
    Scene.TableState live = story.live();
    try (var altering =
        scene.before(
            Scene.REGISTRATION,
            "publish-generation",
            exchange ->
                overwriteInLake(
                    Passage.of(exchange).landing().prefix() + "part-1.parquet", query))) {
      Attempt attempt = failed(scene.run(story.second()));

      assertThat(attempt.latestError()).contains("part-1.parquet");
    }
    assertThat(story.live()).isEqualTo(live);
    assertThat(scene.lake().landedObjects()).containsAllEntriesOf(live.objects());
  }

  @Test
  void oneTransactionARewrittenSourceAlteredBeforeThePublicationIsFoundAndTheOldTableStays() {
    Story story = Story.begin();
    Scene.TableState live = story.live();
    scene.prepare(story.second(), "part-2.parquet", "SELECT 1::BIGINT AS id");
    try (var altering =
        scene.before(
            Scene.REGISTRATION,
            "publish-generation",
            exchange -> {
              assertThat(Passage.of(exchange).plan().rewritten()).hasSize(1);
              scene.prepare(story.second(), "part-2.parquet", "SELECT 2::BIGINT AS id");
            })) {
      Attempt attempt = failed(scene.run(story.second()));

      assertThat(attempt.failureKind()).isEqualTo("retryable");
      assertThat(attempt.latestError()).contains("part-2.parquet");
    }
    assertThat(story.live()).isEqualTo(live);
  }

  @Test
  void slowWorkBeforeBeginAnObjectThatCameBesideThePlannedOnesIsNotRegistered() {
    Story story = Story.begin();
    Scene.TableState live = story.live();
    try (var adding =
        scene.before(
            Scene.REGISTRATION,
            "publish-generation",
            exchange ->
                overwriteInLake(Passage.of(exchange).landing().prefix() + "part-9.parquet", OLD))) {
      failed(scene.run(story.second()));
    }
    assertThat(story.live()).isEqualTo(live);
  }

  @Test
  void objectsThatTheCatalogMayKnowAreSacredLeftoversThatItDoesNotKnowAreRemovedAndLogged() {
    Story story = Story.begin();
    AtomicReference<String> prefix = new AtomicReference<>();
    Attempt first;
    try (var failing =
        scene.before(
            "land",
            "confirm-landing",
            exchange -> {
              prefix.set(Passage.of(exchange).landing().prefix().key());
              overwriteInLake(prefix + "stray/part-7.parquet", OLD);
              throw new IllegalStateException("told by the test");
            })) {
      first = failed(scene.run(story.second()));
    }
    assertThat(scene.lake().landedObjects())
        .containsKeys(
            prefix + "part-0.parquet", prefix + "part-1.parquet", prefix + "stray/part-7.parquet");
    try (LogLines log = new LogLines()) {
      Attempt again = completed(scene.retry(first, false));

      assertThat(again.landingPrefix()).isEqualTo(prefix.get());
      assertThat(log.with("Removing s3://")).hasSize(1);
      assertThat(log.with(prefix + "stray/part-7.parquet")).isNotEmpty();
      assertThat(log.with("2 there already")).isNotEmpty();
    }
    assertThat(story.live().rows()).startsWith("4000 rows");
    assertThat(scene.lake().landedObjects()).doesNotContainKey(prefix + "stray/part-7.parquet");
  }

  @Test
  void objectsThatTheCatalogMayKnowAreSacredAPrefixThatItNamesIsLeftForASibling() {
    CompletedImport completion = Submission.fresh().completed();
    scene.prepare(completion, "part-0.parquet", NEW);
    String prefix =
        "insights_data_imports_team_1/stripe_prod_%s/_imports/%s/%s/"
            .formatted(completion.name(), completion.sourceSchemaId(), completion.jobId());
    overwriteInLake(prefix + "part-0.parquet", OLD);
    var lake = scene.lake();
    try (EmbeddedLake separate =
            new EmbeddedLake(
                lake.engineSettings(),
                lake.catalogSettings(),
                lake.lakeSettings(),
                lake.sourceSettings());
        LakeSession session = separate.open("a user")) {
      session.execute("CREATE TABLE ducklake.main.theirs (id BIGINT, name VARCHAR)");
      session.execute(
          "CALL ducklake_add_data_files('ducklake', 'theirs', 's3://%s/%spart-0.parquet')"
              .formatted(lake.lakeSettings().bucket(), prefix));
    }
    String theirs = lake.landedObjects().get(prefix + "part-0.parquet");

    Attempt attempt = completed(scene.run(completion));

    assertThat(attempt.landingPrefix())
        .startsWith(prefix.substring(0, prefix.length() - 1) + "__")
        .endsWith("-1/");
    assertThat(lake.landedObjects()).containsEntry(prefix + "part-0.parquet", theirs);
    assertThat(lake.number("SELECT count(*) FROM ducklake.main.theirs")).isEqualTo(1000);
  }

  @Test
  void neverBackwardsANewerGenerationReplacesAnOlder() {
    Story story = Story.begin();

    completed(scene.run(story.second()));

    assertThat(story.live().rows()).startsWith("4000 rows");
  }

  @Test
  void neverBackwardsAnOlderOneEndsStaleAfterLandingIfANewerIsPublishedMeanwhile() {
    Story story = Story.begin();
    CompletedImport older =
        story
            .submission()
            .with("job_id", story.first().jobId() + "-older")
            .with("prepared_folder", "older")
            .with("finished_at", "2026-01-05T00:00:00Z")
            .completed();
    scene.prepare(older, "part-0.parquet", OLD);
    AtomicReference<Attempt> newer = new AtomicReference<>();
    Attempt overtaken;
    try (var overtaking =
        scene.before(
            Scene.REGISTRATION,
            "publish-generation",
            exchange -> {
              if (Passage.of(exchange).run().jobId().endsWith("-older")) {
                newer.set(scene.run(story.second()));
              }
            })) {
      overtaken = scene.run(older);
    }
    completed(newer.get());
    assertThat(overtaken.status()).isEqualTo(AttemptStatus.STALE);
    assertThat(overtaken.staleReason()).isEqualTo(StaleReason.SUPERSEDED);
    assertThat(overtaken.supersededBy()).isEqualTo(newer.get().runId());
    assertThat(story.live().rows()).startsWith("4000 rows");
  }

  @Test
  void neverBackwardsANewerOneThatFailedDoesNotStopAnOlder() {
    Story story = Story.begin();
    CompletedImport failing =
        story
            .submission()
            .with("job_id", story.first().jobId() + "-nothing")
            .with("prepared_folder", "nothing")
            .with("finished_at", "2026-02-01T00:00:00Z")
            .completed();
    failed(scene.run(failing));

    completed(scene.run(story.second()));
  }

  @Test
  void statesTellTheTruthAFailureAfterThePublicationDoesNotMakeItFailed() {
    Story story = Story.begin();
    try (LogLines log = new LogLines()) {
      try (var failing =
          scene.before(
              Scene.REGISTRATION,
              "count-registration",
              exchange -> {
                throw new IllegalStateException("told by the test");
              })) {
        completed(scene.run(story.second()));
        log.await("told by the test");
      }
      assertThat(log.with("is published and stays so")).isNotEmpty();
      assertThat(log.with("changed nothing")).isEmpty();
    }
    assertThat(
            Rows.value(
                scene.service().state(),
                String.class,
                "SELECT outcome FROM workflow_run WHERE job_id = ? AND workflow ="
                    + " 'ducklake-register.data-imports'",
                story.second().jobId()))
        .isEqualTo("completed");
    assertThat(story.live().rows()).startsWith("4000 rows");
  }

  @Test
  void namesFromOutsideAreData() {
    CompletedImport completion =
        Submission.fresh()
            .with("name", "a\"; DROP SCHEMA x CASCADE; -- ü/../b")
            .with("prefix", "p'r")
            .with("job_id", "../../../up'; --")
            .completed();
    scene.prepare(completion, "it's \"odd\" +5% é.parquet", NEW);
    scene.prepare(completion, "b [1] *{a,b}.parquet", NEW);

    Attempt attempt = completed(scene.run(completion));

    assertThat(attempt.landingPrefix()).matches("[A-Za-z0-9_/-]+");
    String table =
        Rows.value(
            scene.service().state(),
            String.class,
            "SELECT target_table FROM managed_warehouse_source_job WHERE id = ?",
            attempt.id());
    assertThat(table).matches("[a-z0-9_]+");
    assertThat(scene.table(table).rows()).startsWith("4000 rows");
  }
}
