package dev.lakeferry.rollback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lakeferry.completion.CompletedImport;
import dev.lakeferry.failure.RunFailure;
import dev.lakeferry.job.Actor;
import dev.lakeferry.job.Attempt;
import dev.lakeferry.job.AttemptStatus;
import dev.lakeferry.job.AuditEntry;
import dev.lakeferry.job.AuditLog;
import dev.lakeferry.job.CommitLock;
import dev.lakeferry.job.ErrorText;
import dev.lakeferry.job.HeldLock;
import dev.lakeferry.job.NotThere;
import dev.lakeferry.job.Refused;
import dev.lakeferry.job.Rollbacks;
import dev.lakeferry.job.SessionName;
import dev.lakeferry.job.TableHistory;
import dev.lakeferry.job.TableHistory.Generation;
import dev.lakeferry.job.TableHolds;
import dev.lakeferry.job.TableLock;
import dev.lakeferry.lake.EmbeddedLake;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.rollback.Rollback.RolledBack;
import dev.lakeferry.settings.Settings;
import dev.lakeferry.state.Rows;
import dev.lakeferry.testing.Scene;
import dev.lakeferry.testing.Scene.TableState;
import dev.lakeferry.testing.Submission;
import dev.lakeferry.upkeep.Step;
import dev.lakeferry.upkeep.Upkeep;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.sync.RequestBody;

/** Law 8: only a rollback goes back, and it puts the table on hold. */
class RollbackIT {
  private static final Actor OPERATOR = new Actor("alice", "cli");
  private static Scene scene;

  @BeforeAll
  static void begin() {
    scene = new Scene(Map.of("LAKEFERRY_PUBLISH_MODE", "incremental"));
  }

  @AfterAll
  static void end() {
    scene.close();
  }

  private static Settings settings(String... variableAndValue) {
    Map<String, String> environment = scene.service().environment();
    for (int i = 0; i < variableAndValue.length; i += 2) {
      environment.put(variableAndValue[i], variableAndValue[i + 1]);
    }
    return Settings.read(environment, null);
  }

  private static Rollback rollback(String... variableAndValue) {
    Settings settings = settings(variableAndValue);
    return new Rollback(
        settings,
        scene.service().state(),
        scene.lake().lake(),
        scene.lake().catalog(),
        scene.lake().s3(),
        ErrorText.of(settings));
  }

  private static TableHolds holds() {
    return new TableHolds(scene.service().state().jdbi(), scene.lake().lakeSettings().dataPath());
  }

  /** A generation of files, each of a path and a query. */
  private static Attempt published(CompletedImport completion, String... files) {
    for (int i = 0; i < files.length; i += 2) {
      scene.prepare(completion, files[i], files[i + 1]);
    }
    Attempt attempt = scene.run(completion);
    assertThat(attempt.status()).as(attempt.latestError()).isEqualTo(AttemptStatus.COMPLETED);
    return attempt;
  }

  private static TableName table(Attempt attempt) {
    Map<String, Object> row =
        Rows.row(
            scene.service().state(),
            "SELECT target_schema, target_table FROM managed_warehouse_source_job WHERE id = ?",
            attempt.id());
    return new TableName(row.get("target_schema").toString(), row.get("target_table").toString());
  }

  private static long snapshot(Attempt attempt) {
    return Rows.value(
        scene.service().state(),
        Long.class,
        "SELECT snapshot_id FROM managed_warehouse_source_job WHERE id = ?",
        attempt.id());
  }

  private static String mode(Attempt attempt) {
    return Rows.value(
        scene.service().state(),
        String.class,
        "SELECT publish_mode FROM managed_warehouse_source_job WHERE id = ?",
        attempt.id());
  }

  @Test
  void readersSeeTheOldRowsAndTheNextImportWaitsUntilTheTableIsReleased() {
    Submission first = Submission.fresh();
    Attempt one =
        published(
            first.completed(),
            "part-0.parquet",
            "SELECT range AS id FROM range(10)",
            "part-1.parquet",
            "SELECT range AS id FROM range(10, 30)");
    TableName table = table(one);
    TableState before = scene.table(table.table());
    // Two more generations that share files with it: published incrementally.
    Attempt two =
        published(
            first.newer("two").completed(),
            "part-0.parquet",
            "SELECT range AS id FROM range(10)",
            "part-1.parquet",
            "SELECT range AS id FROM range(10, 40)");
    assertThat(mode(two)).isEqualTo("incremental");
    TableState between = scene.table(table.table());
    published(
        first.newer("three").with("finished_at", "2026-01-09T00:00:00Z").completed(),
        "part-0.parquet",
        "SELECT range AS id FROM range(5)",
        "part-1.parquet",
        "SELECT range AS id FROM range(10, 40)");

    PlannedRollback planned = rollback().plan(table, snapshot(two));
    assertThat(planned.plan().rows()).isEqualTo(40);
    assertThat(holds().find(table)).isEmpty();

    RolledBack done = rollback().to(table, snapshot(two), OPERATOR);
    TableState after = scene.table(table.table());
    assertThat(after.rows()).isEqualTo(between.rows());
    // Law 4: nothing is registered a second time where it lies.
    assertThat(after.objects().keySet())
        .hasSize(2)
        .doesNotContainAnyElementsOf(between.objects().keySet())
        .allSatisfy(key -> assertThat(key).contains("/_rollbacks/"));
    assertThat(done.published().warnings()).isEmpty();
    assertThat(done.held()).isTrue();

    // The older one is reachable as well, and the hold that is there stays.
    rollback().to(table, snapshot(one), OPERATOR);
    assertThat(scene.table(table.table()).rows()).isEqualTo(before.rows());
    assertThat(holds().find(table)).isPresent();

    CompletedImport next =
        first.newer("four").with("finished_at", "2026-01-10T00:00:00Z").completed();
    scene.prepare(next, "part-0.parquet", "SELECT range AS id FROM range(100)");
    String run = scene.runOf(scene.service().submit(next));
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                Rows.value(
                    scene.service().state(),
                    Boolean.class,
                    "SELECT waiting_reason LIKE '%rolled back to snapshot%' FROM workflow_run WHERE"
                        + " id = ?",
                    run),
            Boolean.TRUE::equals);
    assertThat(scene.table(table.table()).rows()).isEqualTo(before.rows());
    holds().release(table, OPERATOR);
    assertThat(scene.service().ended(run).status()).isEqualTo(AttemptStatus.COMPLETED);
    assertThat(scene.table(table.table()).rows()).startsWith("100 rows");

    told(table, snapshot(two));
  }

  private static void told(TableName table, long to) {
    List<Generation> history =
        new TableHistory(scene.service().state().jdbi(), scene.lake().lakeSettings().dataPath())
            .of(table, 100);
    assertThat(history)
        .extracting(Generation::workflow)
        .containsExactly(
            Scene.REGISTRATION,
            "rollback",
            "rollback",
            Scene.REGISTRATION,
            Scene.REGISTRATION,
            Scene.REGISTRATION);
    List<AuditEntry> audit =
        new AuditLog(scene.service().state().jdbi())
            .newest(new AuditLog.Filter("alice", "rollback", table.toString(), null), 10);
    assertThat(audit).hasSize(2);
    assertThat(audit.get(1).detail()).contains("\"to_snapshot\": " + to);
  }

  /** Partition columns stand in the paths; a generation that was swapped away is another table. */
  @Test
  void partitionedGenerationsAndFilesThatWereRewrittenComeBackAsTheyWere() {
    Submission first = Submission.fresh();
    Attempt one =
        published(
            first.completed(),
            "month=2026-01/part-0.parquet",
            "SELECT range AS id FROM range(10)",
            "month=2026-02/part-0.parquet",
            "SELECT range AS id, 'x' AS more FROM range(7)",
            "month=__HIVE_DEFAULT_PARTITION__/part-0.parquet",
            "SELECT range AS id, 'y' AS more FROM range(4)");
    TableName table = table(one);
    TableState before = scene.table(table.table());
    published(
        first.newer("two").completed(),
        "month=2026-03/part-0.parquet",
        "SELECT range AS id, 'z' AS more FROM range(3)");

    rollback().to(table, snapshot(one), OPERATOR);
    assertThat(scene.table(table.table()).rows()).isEqualTo(before.rows());
    assertThat(
            scene
                .lake()
                .number(
                    "SELECT count(*) FROM ducklake.%s.%s WHERE month IS NULL AND more = 'y'"
                        .formatted(table.schema(), table.table())))
        .isEqualTo(4);
    holds().release(table, OPERATOR);
  }

  @Test
  void whatCannotBeHadIsRefusedAndTheLiveTableStaysOffHold() {
    Submission first = Submission.fresh();
    Attempt one =
        published(first.completed(), "part-0.parquet", "SELECT range AS id FROM range(10)");
    TableName table = table(one);
    assertThatThrownBy(() -> rollback().to(table, snapshot(one), OPERATOR))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("is as it was");
    assertThatThrownBy(() -> rollback().to(table, 999_999, OPERATOR))
        .isInstanceOf(NotThere.class)
        .hasMessageContaining("lake history");
    Attempt two =
        published(
            first.newer("two").completed(), "part-0.parquet", "SELECT range AS id FROM range(20)");
    TableState live = scene.table(table.table());
    try (HeldLock publisher =
        new TableLock(scene.service().state())
            .tryLock(scene.lake().lakeSettings().dataPath(), table, SessionName.of("a publication"))
            .orElseThrow()) {
      assertThatThrownBy(() -> rollback().to(table, snapshot(one), OPERATOR))
          .isInstanceOf(Refused.class)
          .hasMessageContaining("being published");
      assertThat(publisher.isHeld()).isTrue();
    }
    // An object of the old generation is gone.
    scene.lake().landedObjects().keySet().stream()
        .filter(key -> key.startsWith(one.landingPrefix()))
        .forEach(
            key ->
                scene
                    .lake()
                    .s3()
                    .deleteObject(
                        request -> request.bucket(scene.lake().lakeSettings().bucket()).key(key)));
    assertThatThrownBy(() -> rollback().to(table, snapshot(one), OPERATOR))
        .isInstanceOf(RunFailure.class)
        .hasMessageContaining("is gone");
    assertThat(scene.table(table.table())).isEqualTo(live);
    assertThat(holds().find(table)).isEmpty();
    assertThat(two.landingPrefix()).isNotEqualTo(one.landingPrefix());
  }

  @Test
  void aGenerationFromWhichAnotherClientDeletedRowsIsRefused() {
    Submission first = Submission.fresh();
    Attempt one =
        published(first.completed(), "part-0.parquet", "SELECT range AS id FROM range(10)");
    TableName table = table(one);
    try (LakeSession session = scene.lake().reader().open("another client")) {
      session.execute(
          "DELETE FROM ducklake.%s.%s WHERE id = 3".formatted(table.schema(), table.table()));
    }
    long deleted = scene.lake().catalog().newestSnapshot();
    published(
        first.newer("two").completed(), "part-0.parquet", "SELECT range AS id FROM range(20)");
    assertThatThrownBy(() -> rollback().to(table, deleted, OPERATOR))
        .isInstanceOf(RunFailure.class)
        .hasMessageContaining("another client");
    rollback().to(table, snapshot(one), OPERATOR);
    assertThat(scene.table(table.table()).rows()).startsWith("10 rows");
  }

  /** Law 4: what the catalog does not know of a rollback that failed is removed again. */
  @Test
  void aRollbackThatFailsAfterLandingLeavesNothingBehind() {
    Submission first = Submission.fresh();
    Attempt one =
        published(first.completed(), "part-0.parquet", "SELECT range AS id FROM range(10)");
    TableName table = table(one);
    published(
        first.newer("two").completed(), "part-0.parquet", "SELECT range AS id FROM range(20)");
    TableState live = scene.table(table.table());
    try (HeldLock turn =
        new CommitLock(scene.service().state())
            .lock(
                scene.lake().lakeSettings().dataPath(),
                SessionName.of("another commit"),
                Duration.ofSeconds(30))) {
      assertThatThrownBy(
              () -> rollback("LAKEFERRY_COMMIT_WAIT", "1s").to(table, snapshot(one), OPERATOR))
          .isInstanceOf(RunFailure.class)
          .hasMessageContaining("Nothing was committed");
      assertThat(turn.isHeld()).isTrue();
    }
    assertThat(scene.table(table.table())).isEqualTo(live);
    assertThat(holds().find(table)).isEmpty();
    assertThat(scene.lake().landedObjects().keySet())
        .noneMatch(key -> key.contains(table.table() + "/_rollbacks/"));
    assertThat(
            Rows.value(
                scene.service().state(),
                String.class,
                "SELECT status FROM table_rollback WHERE table_name = ?",
                table.table()))
        .isEqualTo("failed");
    // The next one is not kept from it.
    rollback().to(table, snapshot(one), OPERATOR);
    assertThat(scene.table(table.table()).rows()).startsWith("10 rows");
  }

  /** Law 9: a rollback whose process died is told as what it was, and what it left is removed. */
  @Test
  void aRollbackWhoseProcessDiedIsResolvedByTheCatalog() {
    Submission first = Submission.fresh();
    Attempt one =
        published(first.completed(), "part-0.parquet", "SELECT range AS id FROM range(10)");
    TableName table = table(one);
    published(
        first.newer("two").completed(), "part-0.parquet", "SELECT range AS id FROM range(20)");
    rollback().to(table, snapshot(one), OPERATOR);
    // As if the process had died after COMMIT, and another before anything was registered.
    Rows.change(
        scene.service().state(),
        "UPDATE table_rollback SET status = 'running', finished_at = NULL, snapshot_id = NULL WHERE"
            + " table_name = ?",
        table.table());
    Rollbacks rollbacks =
        new Rollbacks(scene.service().state().jdbi(), scene.lake().lakeSettings().dataPath());
    long dead = rollbacks.begin(table, 1, OPERATOR);
    String prefix = table.schema() + "/" + table.table() + "/_rollbacks/x/rollback-" + dead + "/";
    rollbacks.landing(dead, prefix, 1, 1, 1);
    scene
        .lake()
        .s3()
        .putObject(
            request ->
                request.bucket(scene.lake().lakeSettings().bucket()).key(prefix + "part-0.parquet"),
            RequestBody.fromString("half a landing"));

    upkeep(Step.LEFTOVERS);
    assertThat(
            Rows.column(
                scene.service().state(),
                String.class,
                "SELECT status FROM table_rollback WHERE table_name = ? ORDER BY id",
                table.table()))
        .containsExactly("completed", "failed");
    Awaitility.await()
        .atMost(Duration.ofSeconds(10))
        .until(
            () -> {
              upkeep(Step.LEFTOVERS);
              return scene.lake().landedObjects().keySet().stream()
                  .noneMatch(key -> key.startsWith(prefix));
            });
    assertThat(scene.table(table.table()).rows()).startsWith("10 rows");
  }

  private static void upkeep(Step step) {
    Settings settings = settings("LAKEFERRY_LEFTOVERS_AGE", "1ms");
    assertThat(
            new Upkeep(
                    settings,
                    scene.service().state(),
                    () ->
                        new EmbeddedLake(
                            settings.engine(),
                            settings.catalog(),
                            settings.lake(),
                            settings.source()),
                    scene.lake().catalog(),
                    scene.lake().objects(),
                    ErrorText.of(settings))
                .run(List.of(step), false))
        .allSatisfy(entry -> assertThat(entry.error()).isNull());
  }
}
