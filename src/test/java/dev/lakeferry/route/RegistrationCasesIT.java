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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Every line of cases/completions.jsonl that concerns imports, on the shipped routes. */
class RegistrationCasesIT {
  private static final String SCHEMA = "ducklake.insights_data_imports_team_1.";
  private static final String THOUSAND =
      "SELECT range AS id, 'x' || range AS name FROM range(1000)";

  private static Scene scene;

  @BeforeAll
  static void begin() {
    scene = new Scene(Map.of());
  }

  @AfterAll
  static void end() {
    scene.close();
  }

  private static Attempt published(CompletedImport completion) {
    return completed(scene.run(completion));
  }

  private static long count(String table) {
    return scene.lake().number("SELECT count(*) FROM " + SCHEMA + table);
  }

  @Test
  void ordinaryImport() {
    CompletedImport completion = Submission.ofCase("ordinary import").completed();
    scene.prepare(completion, "part-0.parquet", THOUSAND);
    scene.prepare(completion, "part-1.PARQUET", THOUSAND);

    published(completion);

    assertThat(count("stripe_prod_invoices")).isEqualTo(2000);
  }

  @Test
  void hivePartitionsAreKept() {
    Submission submission = Submission.ofCase("hive partitions are kept");
    CompletedImport completion = submission.completed();
    submission.objects().forEach(path -> scene.prepare(completion, path.asText(), THOUSAND));

    published(completion);

    assertThat(
            scene
                .lake()
                .ask(
                    "SELECT d || ' ' || typeof(d) || ' ' || count(*) FROM "
                        + SCHEMA
                        + "stripe_prod_charges WHERE d IS NOT NULL GROUP BY d ORDER BY 1",
                    row -> row.getString(1)))
        .containsExactly("2026-01-01 DATE 1000", "2026-01-02 DATE 1000");
    assertThat(count("stripe_prod_charges WHERE d IS NULL")).isEqualTo(1000);
    assertThat(
            scene
                .lake()
                .ask(
                    """
                    SELECT column_name
                    FROM ducklake_meta.ducklake_partition_column p
                    JOIN ducklake_meta.ducklake_column c USING (table_id, column_id)
                    """
                        .replace("ducklake_meta.", "__ducklake_metadata_ducklake.ducklake_meta."),
                    row -> row.getString(1)))
        .contains("d");
  }

  @Test
  void theSameCompletionTwice() {
    CompletedImport completion = Submission.fresh().completed();
    scene.prepare(completion, "part-0.parquet", THOUSAND);
    long first = scene.service().submit(completion);
    long second = scene.service().submit(completion);

    String run = scene.runOf(first);
    completed(scene.service().ended(run));

    org.awaitility.Awaitility.await()
        .until(
            () ->
                Rows.value(
                    scene.service().state(),
                    Long.class,
                    "SELECT count(*) FROM completed_import WHERE id = ? AND taken_at IS NOT NULL",
                    second),
            taken -> taken == 1);
    assertThat(scene.runs("job_id = ?", completion.jobId())).containsExactly(run);
    assertThat(attempts(run)).isEqualTo(1);
    assertThat(count("stripe_prod_" + completion.name())).isEqualTo(1000);
  }

  private static long attempts(String run) {
    return Rows.value(
        scene.service().state(),
        Long.class,
        "SELECT count(*) FROM managed_warehouse_source_job WHERE run_id = ?",
        run);
  }

  @Test
  void redeliveredLastBatchASecondPreparedFolderOfTheSameJob() {
    Submission submission = Submission.fresh();
    CompletedImport first = submission.completed();
    scene.prepare(first, "part-0.parquet", THOUSAND);
    scene.prepare(first, "part-1.parquet", THOUSAND);
    Attempt one = published(first);
    Map<String, String> before = scene.lake().landedObjects();

    CompletedImport second =
        submission.with("prepared_folder", "invoices__query_1764480100_ffffffff").completed();
    scene.prepare(second, "part-0.parquet", "SELECT range AS id, 'y' AS name FROM range(10)");
    Attempt two = published(second);

    assertThat(two.runId()).isEqualTo(one.runId() + "-1764480100_ffffffff");
    assertThat(two.landingPrefix())
        .isEqualTo(
            one.landingPrefix().substring(0, one.landingPrefix().length() - 1)
                + "__1764480100_ffffffff-1/");
    assertThat(scene.lake().landedObjects()).containsAllEntriesOf(before);
    Scene.TableState table = scene.table("stripe_prod_" + first.name());
    assertThat(table.rows()).startsWith("10 rows");
    assertThat(table.objects().keySet()).containsExactly(two.landingPrefix() + "part-0.parquet");
  }

  @Test
  void anOlderImportFinishesAfterANewerOneIsPublished() {
    Submission submission = Submission.fresh();
    CompletedImport newer =
        submission.with("finished_at", "2026-01-05T00:00:00Z").with("job_id", "newer").completed();
    scene.prepare(newer, "part-0.parquet", THOUSAND);
    Attempt published = published(newer);
    Scene.TableState live = scene.table("stripe_prod_" + newer.name());
    CompletedImport older =
        submission
            .with("finished_at", "2026-01-04T00:00:00Z")
            .with("job_id", "older")
            .with("prepared_folder", "older")
            .completed();
    scene.prepare(older, "part-0.parquet", "SELECT 1 AS id");

    Attempt attempt = scene.run(older);

    assertThat(attempt.status()).isEqualTo(AttemptStatus.STALE);
    assertThat(attempt.staleReason()).isEqualTo(StaleReason.SUPERSEDED);
    assertThat(attempt.supersededBy()).isEqualTo(published.runId());
    assertThat(scene.table("stripe_prod_" + newer.name())).isEqualTo(live);
  }

  @Test
  void preparedFolderWithoutAParquetFile() {
    CompletedImport completion = Submission.fresh().completed();
    scene.lake().put(scene.sourceKey(completion, "_SUCCESS"), new byte[0]);

    Attempt attempt = failed(scene.run(completion), "final");

    assertThat(attempt.latestError())
        .contains(completion.folderPath() + "/" + completion.preparedFolder());
    assertThat(attempts(attempt.runId())).isEqualTo(1);
  }

  @Test
  void preparedFolderWithASlashOrThatClimbs() {
    Submission submission = Submission.ofCase("prepared folder with a slash or that climbs");
    refusedUnlisted(submission.with("job_id", "climbs").completed());
    refusedUnlisted(
        submission.with("job_id", "slash").with("prepared_folder", "a/b__query_1").completed());
    refusedUnlisted(submission.with("job_id", "up").with("prepared_folder", "..").completed());
  }

  @Test
  void folderPathOfAnotherTeam() {
    refusedUnlisted(
        Submission.ofCase("folder path of another team").with("job_id", "stranger").completed());
  }

  private static void refusedUnlisted(CompletedImport completion) {
    if (!completion.preparedFolder().startsWith("..")) {
      scene.prepare(completion, "part-0.parquet", THOUSAND);
    }
    Map<String, String> before = scene.lake().landedObjects();

    Attempt attempt = failed(scene.run(completion), "final");

    assertThat(attempt.latestError()).contains("nothing was listed");
    assertThat(attempt.landingPrefix()).isNull();
    assertThat(attempts(attempt.runId())).isEqualTo(1);
    assertThat(scene.lake().landedObjects()).isEqualTo(before);
  }

  @Test
  void jobIdWithASlashAQuoteAndSpaces() {
    Submission odd = Submission.ofCase("job id with a slash, a quote and spaces");
    CompletedImport completion =
        odd.schema(Submission.fresh().completed().sourceSchemaId())
            .with("name", "odd_job")
            .completed();
    scene.prepare(completion, "part-0.parquet", THOUSAND);
    Attempt first = published(completion);

    assertThat(first.landingPrefix())
        .matches(
            "insights_data_imports_team_1/stripe_prod_odd_job/_imports/"
                + completion.sourceSchemaId()
                + "/a_b_c_d[_-]+[0-9a-f]{6,}/");

    List<String> prefixes = new ArrayList<>();
    for (String job : List.of("a/b", "a_b")) {
      CompletedImport other =
          Submission.fresh()
              .schema(completion.sourceSchemaId())
              .with("name", "odd_job")
              .with("job_id", job)
              .completed();
      prefixes.add(published(other).landingPrefix());
    }
    assertThat(prefixes.get(0)).isNotEqualTo(prefixes.get(1));
    assertThat(prefixes.get(1)).endsWith("/a_b/");
  }

  @Test
  void twoSourceSchemasThatDeriveOneTableName() {
    CompletedImport first = Submission.fresh().with("name", "twin").completed();
    scene.prepare(first, "part-0.parquet", THOUSAND);
    published(first);
    Scene.TableState live = scene.table("stripe_prod_twin");
    CompletedImport second =
        Submission.fresh()
            .with("name", "Twin")
            .with("finished_at", "2026-01-09T00:00:00Z")
            .completed();
    scene.prepare(second, "part-0.parquet", "SELECT 1 AS id");

    Attempt attempt = failed(scene.run(second), "final");

    assertThat(attempt.latestError())
        .contains(first.sourceSchemaId(), "(twin)", second.sourceSchemaId(), "(Twin)");
    assertThat(scene.table("stripe_prod_twin")).isEqualTo(live);
  }

  @Test
  void anObjectVanishesWhileItIsCopied() {
    CompletedImport completion = Submission.fresh().completed();
    scene.prepare(completion, "part-0.parquet", THOUSAND);
    scene.prepare(completion, "part-1.parquet", THOUSAND);
    AtomicBoolean once = new AtomicBoolean();
    Attempt attempt;
    try (var vanishing =
        scene.before(
            "land",
            "copy-objects",
            exchange -> {
              if (once.compareAndSet(false, true)) {
                scene.deleteSource(completion, "part-1.parquet");
              }
            })) {
      attempt = failed(scene.run(completion), "retryable");
    }
    assertThat(attempt.latestError()).contains("part-1.parquet");
    assertThat(scene.lake().catalog().tableId(table(completion))).isEmpty();

    Attempt again = completed(scene.retry(attempt, false));

    assertThat(again.attempt()).isEqualTo(2);
    assertThat(count("stripe_prod_" + completion.name())).isEqualTo(1000);
  }

  private static dev.lakeferry.naming.TableName table(CompletedImport completion) {
    return new dev.lakeferry.naming.TableName(
        "insights_data_imports_team_1", "stripe_prod_" + completion.name());
  }

  @Test
  void theWholeFolderVanishes() {
    Submission submission = Submission.fresh();
    CompletedImport completion = submission.completed();
    scene.prepare(completion, "part-0.parquet", THOUSAND);
    Attempt attempt;
    try (var vanishing =
        scene.before(
            "land", "copy-objects", exchange -> scene.deleteSource(completion, "part-0.parquet"))) {
      attempt = failed(scene.run(completion), "retryable");
    }

    Attempt gone = failed(scene.retry(attempt, false), "final");

    assertThat(gone.latestError()).contains(completion.preparedFolder());
    CompletedImport newer = submission.newer("newer").completed();
    scene.prepare(newer, "part-0.parquet", THOUSAND);
    published(newer);
    assertThat(scene.retry(gone, false).status()).isEqualTo(AttemptStatus.STALE);
  }

  @Test
  void anOlderFileOfTheSnapshotLacksAColumnThatNewerFilesHave() {
    CompletedImport completion = Submission.fresh().completed();
    scene.prepare(completion, "part-0.parquet", "SELECT range AS id FROM range(300)");
    scene.prepare(completion, "part-1.parquet", "SELECT range AS id FROM range(200)");
    scene.prepare(completion, "part-2.parquet", THOUSAND);

    Attempt attempt = published(completion);

    String table = SCHEMA + "stripe_prod_" + completion.name();
    assertThat(
            scene
                .lake()
                .ask(
                    ("SELECT count(*), count(name), count(*) FILTER (name IS NULL),"
                            + " (SELECT count(*) FROM %1$s WHERE name IS NULL),"
                            + " (SELECT count(*) FROM %1$s WHERE name IS NOT NULL) FROM %1$s")
                        .formatted(table),
                    row ->
                        List.of(
                            row.getLong(1),
                            row.getLong(2),
                            row.getLong(3),
                            row.getLong(4),
                            row.getLong(5))))
        .containsExactly(List.of(1500L, 1000L, 500L, 500L, 1000L));
    assertThat(
            Rows.column(
                scene.service().state(),
                String.class,
                "SELECT error FROM verification_result WHERE NOT passed AND attempt_id = ?",
                attempt.id()))
        .anyMatch(error -> error.contains("'name' is missing in 2 file(s)"));
  }

  @Test
  void aColumnOfTheLiveTableIsInNoFileOfTheNewGeneration() {
    Submission submission = Submission.fresh();
    CompletedImport first = submission.completed();
    scene.prepare(first, "part-0.parquet", THOUSAND);
    published(first);
    Scene.TableState live = scene.table("stripe_prod_" + first.name());
    CompletedImport second = submission.newer("narrow").completed();
    scene.prepare(second, "part-0.parquet", "SELECT range AS id FROM range(7)");

    Attempt attempt = failed(scene.run(second), "final");

    assertThat(attempt.latestError())
        .contains("name", "bin/lakeferry retry " + attempt.runId() + " --accept-schema");
    assertThat(scene.table("stripe_prod_" + first.name())).isEqualTo(live);

    completed(scene.retry(attempt, true));

    assertThat(count("stripe_prod_" + first.name())).isEqualTo(7);
  }

  @Test
  void flagOffForTheTeam() {
    CompletedImport completion = Submission.fresh().with("team_id", 3).completed();
    scene.prepare(completion, "part-0.parquet", THOUSAND);
    Map<String, String> before = scene.lake().landedObjects();
    long snapshot = scene.lake().catalog().newestSnapshot();

    Attempt attempt = scene.run(completion);

    assertThat(attempt.status()).isEqualTo(AttemptStatus.SKIPPED);
    assertThat(scene.lake().landedObjects()).isEqualTo(before);
    assertThat(scene.lake().catalog().newestSnapshot()).isEqualTo(snapshot);
  }

  @Test
  void flagServiceDown() {
    skippedWhile(() -> scene.service().flagsText("{ this is no JSON"));
    skippedWhile(scene.service()::flagsMissing);

    assertThat(scene.get("/observe/metrics").body())
        .containsPattern("lakeferry_gate_errors_total\\{[^}]*kind=\"FLAG_FILE\"[^}]*} [1-9]");
  }

  private static void skippedWhile(Runnable breakFlags) {
    CompletedImport completion = Submission.fresh().completed();
    try (LogLines log = new LogLines()) {
      breakFlags.run();
      log.await("Every gate is off");
      Attempt attempt = scene.run(completion);

      assertThat(attempt.status()).isEqualTo(AttemptStatus.SKIPPED);
      assertThat(attempt.latestError()).contains("FLAG_FILE");
      scene.service().flags(1, 2);
      log.await("Flags read from");
    }
  }

  @Test
  void expectedRowsDiffersFromWhatTheFilesHold() {
    Submission submission = Submission.fresh();
    CompletedImport first = submission.with("expected_rows", 1000).completed();
    scene.prepare(first, "part-0.parquet", THOUSAND);
    published(first);
    Scene.TableState live = scene.table("stripe_prod_" + first.name());
    CompletedImport second =
        submission
            .with("job_id", first.jobId() + "-more")
            .with("finished_at", "2026-01-08T00:00:00Z")
            .with("expected_rows", 1001)
            .completed();

    Attempt attempt = failed(scene.run(second), "final");

    assertThat(attempt.latestError()).contains("1,001", "1,000");
    assertThat(scene.table("stripe_prod_" + first.name())).isEqualTo(live);
  }

  @Test
  void aPartitionValueWithAmpersandOrLessThanOrQuestionMark() {
    Submission submission = Submission.ofCase("a partition value with & or < or ?");
    CompletedImport completion =
        submission
            .schema(Submission.fresh().completed().sourceSchemaId())
            .with("name", "odd_values")
            .completed();
    submission.objects().forEach(path -> scene.prepare(completion, path.asText(), THOUSAND));
    scene.prepare(completion, "d=x<y/part-0.parquet", THOUSAND);
    scene.prepare(completion, "d=it's 5%25+é/part-0.parquet", THOUSAND);
    published(completion);
    assertThat(
            scene
                .lake()
                .ask(
                    "SELECT DISTINCT d FROM " + SCHEMA + "stripe_prod_odd_values ORDER BY d",
                    row -> row.getString(1)))
        .containsExactly("a&b", "it's 5%+é", "q?r", "x<y");

    CompletedImport next =
        submission
            .schema(completion.sourceSchemaId())
            .with("name", "odd_values")
            .with("job_id", "job-4")
            .with("finished_at", "2026-01-08T00:00:00Z")
            .completed();
    published(next);

    var lake = scene.lake();
    try (EmbeddedLake separate =
            new EmbeddedLake(
                lake.engineSettings(),
                lake.catalogSettings(),
                lake.lakeSettings(),
                lake.sourceSettings());
        LakeSession session = separate.open("clean-up")) {
      session.execute("CALL ducklake_expire_snapshots('ducklake', older_than => now())");
      session.execute("CALL ducklake_cleanup_old_files('ducklake', cleanup_all => true)");
    }
    assertThat(lake.landedObjects().keySet())
        .filteredOn(key -> key.contains("stripe_prod_odd_values"))
        .hasSize(4)
        .allMatch(key -> key.contains("/job-4/"));
    assertThat(count("stripe_prod_odd_values")).isEqualTo(4000);
  }

  @Test
  void theSameJobIsCompletedAgainAfterItsTableWasPublished() throws Exception {
    Submission submission = Submission.fresh();
    CompletedImport first = submission.completed();
    scene.prepare(first, "part-0.parquet", THOUSAND);
    published(first);
    String name = "stripe_prod_" + first.name();
    Scene.TableState live = scene.table(name);
    CompletedImport again =
        submission
            .with("prepared_folder", "invoices__query_1764490000_0a1b2c3d")
            .with("finished_at", "2026-01-08T00:00:00Z")
            .completed();
    scene.prepare(again, "part-0.parquet", THOUSAND.replace("1000", "2000"));

    List<Long> seen = new java.util.concurrent.CopyOnWriteArrayList<>();
    AtomicBoolean over = new AtomicBoolean();
    var reader =
        java.util.concurrent.CompletableFuture.runAsync(
            () -> {
              var lake = scene.lake();
              try (EmbeddedLake separate =
                      new EmbeddedLake(
                          lake.engineSettings(),
                          lake.catalogSettings(),
                          lake.lakeSettings(),
                          lake.sourceSettings());
                  LakeSession session = separate.open("reader")) {
                while (!over.get()) {
                  seen.add(
                      session.number(
                          "SELECT count(CASE WHEN name LIKE 'x%' THEN id END) FROM "
                              + SCHEMA
                              + name));
                }
              }
            });
    org.awaitility.Awaitility.await().until(() -> reader.isDone() || !seen.isEmpty());
    published(again);
    org.awaitility.Awaitility.await().until(() -> reader.isDone() || seen.contains(2000L));
    over.set(true);
    reader.get();

    assertThat(seen).containsOnly(1000L, 2000L);
    assertThat(scene.lake().landedObjects()).containsAllEntriesOf(live.objects());
    assertThat(scene.table(name).objects())
        .doesNotContainKeys(live.objects().keySet().toArray(new String[0]));
  }
}
