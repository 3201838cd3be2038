package dev.lakeferry.route;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.completion.CompletedImport;
import dev.lakeferry.job.Actor;
import dev.lakeferry.job.Again;
import dev.lakeferry.job.Attempt;
import dev.lakeferry.job.AttemptStatus;
import dev.lakeferry.state.Rows;
import dev.lakeferry.testing.ForeignDelta;
import dev.lakeferry.testing.LogLines;
import dev.lakeferry.testing.Scene;
import dev.lakeferry.testing.TestLake;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** One import in both workflows that can write its table. */
class BothImportWorkflowsIT {
  private static final String REGISTRATION_FLAG = "ducklake-data-imports-registration-workflow";
  private static final String COPY_FLAG = "ducklake-data-imports-copy-workflow";
  private static final String FOLDER = "invoices__query_1764480000_0a1b2c3d";
  private static final long PREPARED_ROWS = 5;
  private static final long DELTA_ROWS = 7;

  private static TestLake lake;

  @BeforeAll
  static void begin() {
    lake = new TestLake();
    lake.prepare(
        FOLDER, "part-0.parquet", "SELECT range AS id FROM range(%d)".formatted(PREPARED_ROWS));
    ForeignDelta.write(
        lake,
        "write_deltalake(base + '%s/invoices', pa.table({'id': pa.array(range(7))}), storage_options=so)"
            .formatted(TestLake.folderPath()));
  }

  @AfterAll
  static void end() {
    lake.close();
  }

  private static List<Attempt> ended(Scene scene, String job) {
    return List.of(
        scene.service().ended("ducklake-register-data-imports-1-" + TestLake.SCHEMA_ID + "-" + job),
        scene.service().ended("ducklake-copy-data-imports-1-" + TestLake.SCHEMA_ID + "-" + job));
  }

  private static void flags(Scene scene, String... flags) {
    try (LogLines log = new LogLines()) {
      scene.service().flagsOf(flags);
      log.await("Flags read from");
    }
  }

  @Test
  void eachFollowsItsOwnFlagAndWithBothOnTheLastSwapWinsAndIsWarnedOf() {
    try (Scene scene = Scene.on(lake, Map.of())) {
      flags(scene);
      CompletedImport first = lake.completion("job-1", FOLDER);
      scene.service().submit(first);
      assertThat(ended(scene, "job-1"))
          .extracting(Attempt::status)
          .containsOnly(AttemptStatus.SKIPPED);

      flags(scene, COPY_FLAG);
      assertThat(again(scene)).isEqualTo(2);
      awaitEnded(scene, "job-1", "skipped", "completed");
      assertThat(rows()).isEqualTo(DELTA_ROWS);

      flags(scene, REGISTRATION_FLAG, COPY_FLAG);
      try (LogLines log = new LogLines()) {
        scene.service().submit(lake.completion("job-2", FOLDER));
        List<Attempt> attempts = ended(scene, "job-2");

        assertThat(attempts).extracting(Attempt::latestError).containsOnlyNulls();
        assertThat(attempts).extracting(Attempt::status).containsOnly(AttemptStatus.COMPLETED);
        boolean copyLast = attempts.get(1).snapshotId() > attempts.get(0).snapshotId();
        assertThat(rows()).isEqualTo(copyLast ? DELTA_ROWS : PREPARED_ROWS);
        assertThat(log.with("WARN Team 1 has ducklake-data-imports-"))
            .hasSizeGreaterThanOrEqualTo(2);
      }
      assertThat(scene.get("/observe/metrics").body())
          .containsPattern("lakeferry_imports_both_paths_total(\\{[^}]*})? [2-9]");
    }
  }

  @Test
  void bothAreRefusedWhereTheSettingSaysSo() {
    try (TestLake other = new TestLake();
        Scene scene = Scene.on(other, Map.of("LAKEFERRY_IMPORTS_BOTH_PATHS", "refuse"))) {
      flags(scene, REGISTRATION_FLAG, COPY_FLAG);
      scene.service().submit(other.completion("job-1", FOLDER));

      assertThat(ended(scene, "job-1"))
          .allSatisfy(
              attempt -> {
                assertThat(attempt.status()).isEqualTo(AttemptStatus.FAILED);
                assertThat(attempt.failureKind()).isEqualTo("final");
                assertThat(attempt.latestError())
                    .contains("lakeferry.imports.both-paths is refuse", "Switch one flag off");
              });
      assertThat(other.landedObjects()).isEmpty();
    }
  }

  private static int again(Scene scene) {
    return new Again(scene.service().state().jdbi())
        .regate(OptionalLong.of(1), null, Actor.commandLine());
  }

  private static void awaitEnded(Scene scene, String job, String registration, String copy) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () ->
                Rows.column(
                    scene.service().state(),
                    String.class,
                    "SELECT COALESCE(outcome, state) FROM workflow_run WHERE job_id = ? ORDER BY"
                        + " workflow DESC",
                    job),
            List.of(registration, copy)::equals);
  }

  private static long rows() {
    return lake.number(
        "SELECT count(*) FROM ducklake.insights_data_imports_team_1.stripe_prod_invoices");
  }
}
