package dev.lakeferry.completion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.lakeferry.state.FreshState;
import dev.lakeferry.state.Rows;
import dev.lakeferry.state.StateDatabase;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IntakeIT {
  private static final String A1 = "0190a000-0000-7000-8000-0000000000a1";
  private static final String FIRST = "invoices__query_1764480000_0a1b2c3d";
  private static final String SECOND = "invoices__query_1764480600_00000002";
  private static final String PLAIN = "ducklake-register-data-imports-1-" + A1 + "-job-1";
  private static final String COPY = "ducklake-copy-data-imports-1-" + A1 + "-job-1";
  private static final String REGISTRATIONS =
      "workflow_run WHERE workflow = 'ducklake-register.data-imports'";

  private StateDatabase state;
  private CompletionStore completions;
  private ShippedIntake intake;

  @BeforeEach
  void open() {
    state = FreshState.open();
    completions = new CompletionStore(state.jdbi());
    intake = new ShippedIntake(state.jdbi());
  }

  @AfterEach
  void close() {
    state.close();
  }

  @Test
  void anImportBecomesARunOfEachWorkflowThatCarriesItsCompletion() {
    long id = completions.insert(Imports.of(A1, "job-1", FIRST));

    assertThat(intake.take()).containsExactly(id);

    assertThat(runIds()).containsExactly(PLAIN);
    Map<String, Object> run = run(PLAIN);
    assertThat(run)
        .containsEntry("state", "due")
        .containsEntry("token", "1764480000_0a1b2c3d")
        .containsEntry("inbox_id", id);
    assertThat(instant(PLAIN, "folder_time")).isEqualTo(Instant.ofEpochSecond(1764480000));
    assertThat(instant(PLAIN, "completed_at")).isEqualTo(Imports.FINISHED);
    assertThat(Payload.parse(run.get("payload").toString()).asImport())
        .isEqualTo(completions.find(id).orElseThrow());
    assertThat(run(COPY))
        .containsEntry("workflow", "ducklake-copy.data-imports")
        .containsEntry("subject_kind", "source_schema")
        .containsEntry("payload", run.get("payload"))
        .containsEntry("completed_at", run.get("completed_at"))
        .containsEntry("folder_time", run.get("folder_time"))
        .containsEntry("inbox_id", id);
    assertThat(count("SELECT count(*) FROM workflow_run")).isEqualTo(2);
  }

  @Test
  void aRunThatOneWorkflowHasAlreadyIsNotMadeAgainAndTheOtherIs() {
    completions.insert(Imports.of(A1, "job-1", FIRST));
    intake.take();
    Rows.change(state, "DELETE FROM workflow_run WHERE id = ?", COPY);
    Rows.change(state, "UPDATE completed_import SET taken_at = NULL");

    assertThat(intake.take()).hasSize(1);

    assertThat(count("SELECT count(*) FROM workflow_run")).isEqualTo(2);
    assertThat(run(COPY)).containsEntry("state", "due");
  }

  @Test
  void aPlainIdThatIsTakenInOneWorkflowGivesItsRunTheTokenAndTheOtherThePlainId() throws Exception {
    long inbox = completions.insert(Imports.of(A1, "job-1", FIRST));
    Rows.change(
        state,
        """
        INSERT INTO workflow_run (
          id, workflow, team_id, subject_kind, subject_id, job_id, token, payload, completed_at,
          inbox_id)
        VALUES (?, 'another', 1, 'source_schema', 'other', 'job-1', 'other', '{}', now(), 0)
        """,
        COPY);

    // The plain id is somebody else's, so the copy's run is named by its token.
    assertThat(intake.take()).containsExactly(inbox);
    assertThat(run(COPY + "-1764480000_0a1b2c3d"))
        .containsEntry("workflow", "ducklake-copy.data-imports");
    assertThat(runIds()).containsExactly(PLAIN);
  }

  @Test
  void nothingDueIsNoWork() {
    assertThat(intake.take()).isEmpty();
  }

  @Test
  void theSameCompletionTwiceIsOneRunInOneBatchOrTwo() {
    completions.insert(Imports.of(A1, "job-1", FIRST));
    completions.insert(Imports.of(A1, "job-1", FIRST));
    assertThat(intake.take()).hasSize(2);
    completions.insert(Imports.of(A1, "job-1", FIRST));
    assertThat(intake.take()).hasSize(1);

    assertThat(runIds()).containsExactly(PLAIN);
  }

  @Test
  void aSecondGenerationOfAJobGetsItsTokenBehindTheId() {
    completions.insert(Imports.of(A1, "job-1", FIRST));
    intake.take();
    completions.insert(Imports.of(A1, "job-1", SECOND));
    intake.take();

    assertThat(runIds()).containsExactly(PLAIN, PLAIN + "-1764480600_00000002");
  }

  @Test
  void twoGenerationsInOneBatchAreTwoRunsTheOlderWithThePlainId() {
    completions.insert(Imports.of(A1, "job-1", SECOND));
    completions.insert(Imports.of(A1, "job-1", FIRST));
    assertThat(intake.take()).hasSize(2);

    assertThat(runIds()).containsExactly(PLAIN, PLAIN + "-1764480600_00000002");
    assertThat(run(PLAIN)).containsEntry("token", "1764480000_0a1b2c3d");
  }

  @Test
  void jobsWhoseIdsReadLikeAnothersTokenKeepRunsOfTheirOwn() {
    completions.insert(Imports.of(A1, "job-1", FIRST));
    completions.insert(Imports.of(A1, "job-1-1764480600_00000002", FIRST));
    completions.insert(Imports.of(A1, "job-1", SECOND));
    completions.insert(Imports.of(A1 + "-job", "1", FIRST));

    drain();

    assertThat(runIds()).hasSize(4);
  }

  @Test
  void tokensFollowTheFoldersName() {
    completions.insert(Imports.of(A1, "a", "customers__query"));
    completions.insert(Imports.of(A1, "b", "customers__query_1764480000"));
    completions.insert(Imports.of(A1, "c", null));
    intake.take();

    assertThat(tokens()).containsExactly("ecd7521e431d", "1764480000", "none");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "customers__query_12_0A1B2C3D",
        "customers__query_12_0a1b2c3",
        "customers__query_12/..",
        "customers__query_12\n",
        "customers__query_123456789012345678901",
        "customers__query_\u0661"
      })
  void aFoldersEndThatIsNotQuiteATokenIsHashed(String folder) {
    completions.insert(Imports.of(A1, "a", folder));
    intake.take();

    assertThat(tokens()).singleElement().asString().matches("[0-9a-f]{12}");
  }

  @Test
  void oddRowsAreTakenWithTheOthers() {
    completions.insert(Imports.of(A1, "a", "x__query_" + "9".repeat(400)));
    completions.insert(Imports.of(A1, "b", "x__query_99999999999999999999"));
    completions.insert(Imports.of(A1, "c", ""));
    completions.insert(Imports.of(A1, "d", "../%_\\'\"\n__query_1"));
    completions.insert(Imports.of("ä".repeat(100), "😀".repeat(200), "y".repeat(100_000)));
    completions.insert(Imports.of(1, A1, "e", FIRST, Instant.parse("9999-12-31T00:00:00Z")));
    completions.insert(Imports.of(A1, "job-1", FIRST));

    assertThat(intake.take()).hasSize(7);
    assertThat(runIds()).hasSize(7).contains(PLAIN);
    assertThat(
            Rows.value(
                state,
                Integer.class,
                "SELECT count(*) FROM " + REGISTRATIONS + " AND folder_time IS NOT NULL"))
        .isEqualTo(2);
  }

  @Test
  void aFinishTimeInTheFutureCountsAsTheTimeOfInsertion() {
    completions.insert(Imports.of(1, A1, "job-1", FIRST, Instant.now().plusSeconds(86_400)));
    intake.take();

    assertThat(instant(PLAIN, "completed_at")).isBefore(Instant.now().plusSeconds(3_600));
  }

  @Test
  void theInboxRefusesWhatNoRunCouldBeNamedAfter() {
    assertThatThrownBy(() -> completions.insert(Imports.of(A1, "j".repeat(401), FIRST)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("completed_import_job_id_length");
    assertThatThrownBy(() -> completions.insert(Imports.of(A1, "nul\u0000", FIRST)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void twoGenerationsTakenByTwoIntakesAtOnceAreTwoRunsAndNoneIsLost() throws Exception {
    for (int round = 0; round < 20; round++) {
      String job = "race-" + round;
      long first = completions.insert(Imports.of(A1, job, FIRST));
      try (var blocker = state.jdbi().open()) {
        // Holds the first back, so that the intake below can only take the second.
        blocker.begin();
        blocker.execute("SELECT FROM completed_import WHERE id = ? FOR UPDATE", first);
        completions.insert(Imports.of(A1, job, SECOND));
        atOnce(4, intake::take, blocker::rollback);
      }
      drain();

      assertThat(runsOf(job)).as(job).isEqualTo(2);
    }
    assertThat(untaken()).isZero();
  }

  @Test
  void aRunIdLostToARaceLeavesTheCompletionForTheNextPoll() throws Exception {
    long inbox = completions.insert(Imports.of(A1, "job-1", SECOND));
    try (var rival = state.jdbi().open()) {
      rival.begin();
      rival.execute(
          """
          INSERT INTO workflow_run (
            id, workflow, team_id, subject_kind, subject_id, job_id, token, payload,
            completed_at, inbox_id)
          VALUES (?, 'ducklake-register.data-imports', 1, 'source_schema', ?, 'job-1', 'other',
            '{}', now(), 0)
          """,
          PLAIN,
          A1);
      var pool = Executors.newSingleThreadExecutor();
      var taking = pool.submit(intake::take);
      await().until(this::anIntakeWaits);
      rival.commit();
      assertThat(taking.get()).isEmpty();
      pool.shutdown();
    }

    assertThat(intake.take()).containsExactly(inbox);
    assertThat(runIds()).containsExactly(PLAIN, PLAIN + "-1764480600_00000002");
  }

  @Test
  void manyIntakesAtOnceTakeEachCompletionOnce() throws Exception {
    for (int i = 0; i < 1_300; i++) {
      completions.insert(
          Imports.of(
              i % 7,
              "schema-" + i % 11,
              "job-" + i % 400,
              i % 3 == 0 ? FIRST : SECOND,
              Imports.FINISHED));
    }
    atOnce(
        6,
        () -> {
          drain();
          return List.of();
        },
        () -> {});
    drain();

    assertThat(untaken()).isZero();
    assertThat(
            Rows.value(
                state,
                Boolean.class,
                """
                                SELECT count(*) = 2 * (
                                  SELECT count(DISTINCT (
                                    team_id, source_schema_id, job_id, prepared_folder))
                                  FROM completed_import)
                                FROM workflow_run
                                """))
        .isTrue();
  }

  @Test
  void theOverviewLearnsTheSourceSchemaAndTheNewestImportWins() {
    completions.insert(Imports.of(1, A1, "new", FIRST, Instant.parse("2026-03-01T00:00:00Z")));
    intake.take();
    completions.insert(Imports.of(1, A1, "old", FIRST, Instant.parse("2026-02-01T00:00:00Z")));
    intake.take();

    assertThat(Rows.column(state, Instant.class, "SELECT last_synced_at FROM source_schema"))
        .containsExactly(Instant.parse("2026-03-01T00:00:00Z"));
  }

  @Test
  void aCompletionThatNamesAnotherTeamsSchemaLeavesTheirsAlone() {
    completions.insert(Imports.of(1, A1, "job-1", FIRST, Imports.FINISHED));
    completions.insert(Imports.of(2, A1, "job-1", FIRST, Imports.FINISHED.plusSeconds(1)));
    intake.take();

    assertThat(Rows.column(state, Long.class, "SELECT team_id FROM source_schema ORDER BY team_id"))
        .containsExactly(1L, 2L);
  }

  private void drain() {
    for (int poll = 0; poll < 20 && untaken() > 0; poll++) {
      intake.take();
    }
  }

  private static void atOnce(int threads, Callable<List<Long>> work, Runnable meanwhile)
      throws Exception {
    var pool = Executors.newFixedThreadPool(threads);
    try {
      var running = new ArrayList<Future<List<Long>>>();
      for (int i = 0; i < threads; i++) {
        running.add(pool.submit(work));
      }
      meanwhile.run();
      for (var one : running) {
        one.get();
      }
    } finally {
      pool.shutdownNow();
    }
  }

  private boolean anIntakeWaits() {
    return Rows.value(
        state,
        Boolean.class,
        """
                        SELECT count(*) > 0
                        FROM pg_stat_activity
                        WHERE datname = current_database()
                          AND wait_event_type = 'Lock'
                        """);
  }

  private int untaken() {
    return count("SELECT count(*) FROM completed_import WHERE taken_at IS NULL");
  }

  private int runsOf(String job) {
    return count("SELECT count(*) FROM " + REGISTRATIONS + " AND job_id = '" + job + "'");
  }

  private int count(String sql) {
    return Rows.value(state, Integer.class, sql);
  }

  private List<String> runIds() {
    return strings("SELECT id FROM " + REGISTRATIONS + " ORDER BY id");
  }

  private List<String> tokens() {
    return strings("SELECT token FROM " + REGISTRATIONS + " ORDER BY inbox_id");
  }

  private List<String> strings(String sql) {
    return Rows.column(state, String.class, sql);
  }

  private Map<String, Object> run(String id) {
    return Rows.row(state, "SELECT * FROM workflow_run WHERE id = ?", id);
  }

  private Instant instant(String id, String column) {
    return Rows.value(
        state, Instant.class, "SELECT " + column + " FROM workflow_run WHERE id = ?", id);
  }
}
