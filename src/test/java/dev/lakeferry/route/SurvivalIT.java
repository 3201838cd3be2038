package dev.lakeferry.route;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.completion.CompletedImport;
import dev.lakeferry.failure.RetryableFailure;
import dev.lakeferry.job.Attempt;
import dev.lakeferry.job.AttemptStatus;
import dev.lakeferry.job.AttemptStore;
import dev.lakeferry.job.StaleReason;
import dev.lakeferry.testing.Scene;
import dev.lakeferry.testing.Submission;
import dev.lakeferry.testing.TestLake;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Runs of one process that outlive failures which pass, their own time, and its end. */
class SurvivalIT {
  private static TestLake lake;

  @BeforeAll
  static void begin() {
    lake = new TestLake();
  }

  @AfterAll
  static void end() {
    lake.close();
  }

  private static CompletedImport prepared(Scene scene, int rows) {
    CompletedImport completion = Submission.fresh().completed();
    scene.prepare(
        completion, "part-0.parquet", "SELECT range AS id FROM range(%d)".formatted(rows));
    return completion;
  }

  private static List<Attempt> attempts(Scene scene, String run) {
    return new AttemptStore(scene.service().state().jdbi()).of(run);
  }

  @Test
  void whatMayPassIsTriedAgainAndEachTryIsARow() {
    try (Scene scene =
        Scene.on(
            lake,
            Map.of("LAKEFERRY_REGISTRATIONS_ATTEMPTS", "5", "LAKEFERRY_RETRY_BASE", "100ms"))) {
      AtomicInteger tries = new AtomicInteger();
      CompletedImport completion = prepared(scene, 10);
      try (Scene.Hook storm =
          scene.before(
              "land",
              "prepare-landing",
              exchange -> {
                if (tries.incrementAndGet() < 3) {
                  throw new RetryableFailure(RetryableFailure.Cause.STORAGE, "503 Slow Down", null);
                }
              })) {
        String run = scene.runOf(scene.service().submit(completion));
        Awaitility.await().until(() -> attempts(scene, run).size() == 3);
        assertThat(scene.service().ended(run).status()).isEqualTo(AttemptStatus.COMPLETED);
        assertThat(attempts(scene, run))
            .extracting(Attempt::status)
            .containsExactly(AttemptStatus.FAILED, AttemptStatus.FAILED, AttemptStatus.COMPLETED);
        assertThat(storm).isNotNull();
      }
    }
  }

  /** The state database fails between COMMIT and the end of the attempt. */
  @Test
  void statesTellTheTruthAPublicationThatCannotBeWrittenDownIsNeverRecordedAsFailed() {
    try (Scene scene = Scene.on(lake, Map.of("LAKEFERRY_LEASES_CRON", "* * * * * ?"))) {
      assertThat(scene.run(prepared(scene, 10)).status()).isEqualTo(AttemptStatus.COMPLETED);
      Jdbi state = scene.service().state().jdbi();
      state.useHandle(
          handle ->
              handle.execute(
                  """
                  CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
                  $$ BEGIN RAISE EXCEPTION 'the end cannot be written down'; END $$;
                  CREATE TRIGGER refuse BEFORE UPDATE ON managed_warehouse_source_job
                  FOR EACH ROW WHEN (NEW.status = 'completed' OR NEW.stage = 'read back')
                  EXECUTE FUNCTION refuse()
                  """));
      String run = scene.runOf(scene.service().submit(prepared(scene, 10)));
      Awaitility.await()
          .until(
              () ->
                  attempts(scene, run).stream()
                      .anyMatch(attempt -> "outcome unknown".equals(attempt.stage())));
      assertThat(attempts(scene, run))
          .extracting(Attempt::status)
          .containsExactly(AttemptStatus.RUNNING);
      state.useHandle(
          handle -> handle.execute("DROP TRIGGER refuse ON managed_warehouse_source_job"));

      assertThat(scene.service().ended(run).status()).isEqualTo(AttemptStatus.COMPLETED);
      assertThat(attempts(scene, run))
          .singleElement()
          .satisfies(attempt -> assertThat(attempt.snapshotId()).isNotNull());
    }
  }

  @Test
  void aTimeBudgetThatIsOverCancelsTheStatementAndIsTold() {
    try (Scene scene = Scene.on(lake, Map.of("LAKEFERRY_REGISTRATIONS_TIME_BUDGET", "3s"))) {
      CompletedImport completion = prepared(scene, 10);
      String slow =
          "SELECT count(*) FROM range(100000000) a, range(1000000) b WHERE a.range + b.range = -1";
      try (Scene.Hook hook =
          scene.before(
              "publish",
              "publish-under-lock",
              exchange -> {
                Passage passage = Passage.of(exchange);
                try (var session = lake.lake().open("slow")) {
                  passage.watch().stoppedBy(session::stop);
                  session.number(slow);
                }
              })) {
        Attempt ended = scene.run(completion);
        assertThat(ended.status()).isEqualTo(AttemptStatus.FAILED);
        assertThat(ended.latestError()).contains("The time budget of 3s is over");
        assertThat(hook).isNotNull();
      }
    }
  }

  @Test
  void aWorkerThatStandsStillLosesItsLeaseLongBeforeItsTimeIsOver() {
    CountDownLatch release = new CountDownLatch(1);
    AtomicInteger tries = new AtomicInteger();
    try (Scene scene =
        Scene.on(
            lake,
            Map.of(
                "LAKEFERRY_STALL", "3s",
                "LAKEFERRY_LEASE", "2s",
                "LAKEFERRY_LEASES_CRON", "* * * * * ?"))) {
      CompletedImport completion = prepared(scene, 10);
      try (Scene.Hook stuck =
          scene.before(
              "publish",
              "publish-under-lock",
              exchange -> {
                if (tries.incrementAndGet() == 1) {
                  release.await(60, TimeUnit.SECONDS);
                }
              })) {
        String run = scene.runOf(scene.service().submit(completion));
        Awaitility.await()
            .atMost(Duration.ofSeconds(40))
            .until(() -> attempts(scene, run).size() > 1);
        assertThat(attempts(scene, run).get(0).staleReason()).isEqualTo(StaleReason.LEASE_LOST);
        assertThat(scene.service().ended(run).status()).isEqualTo(AttemptStatus.COMPLETED);
        release.countDown();
        assertThat(stuck).isNotNull();
      }
    }
  }

  @Test
  void aServiceThatStopsGivesUpWhatDoesNotEndInTimeAndAnotherTakesItAtOnce() throws Exception {
    CountDownLatch landing = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    Scene first = Scene.on(lake, Map.of("LAKEFERRY_SHUTDOWN_GRACE", "1s"));
    CompletedImport completion = prepared(first, 10);
    Scene.Hook stuck =
        first.before(
            "land",
            "prepare-landing",
            exchange -> {
              landing.countDown();
              release.await(60, TimeUnit.SECONDS);
            });
    String run = first.runOf(first.service().submit(completion));
    assertThat(landing.await(30, TimeUnit.SECONDS)).isTrue();
    first.close();
    release.countDown();
    assertThat(stuck).isNotNull();

    try (Scene second = Scene.on(lake, Map.of())) {
      Awaitility.await().until(() -> attempts(second, run).size() == 2);
      assertThat(second.service().ended(run).status()).isEqualTo(AttemptStatus.COMPLETED);
      Attempt given = attempts(second, run).get(0);
      assertThat(given.staleReason()).isEqualTo(StaleReason.LEASE_LOST);
      assertThat(given.latestError()).contains("The service was stopped");
    }
  }

  @Test
  void aFolderThatWasCollectedUnderARunIsStaleWhereANewerCompletionIsKnown() {
    try (Scene scene = Scene.on(lake, Map.of())) {
      Submission submission = Submission.fresh();
      CompletedImport older = submission.completed();
      scene.prepare(older, "part-0.parquet", "SELECT range AS id FROM range(10)");
      CompletedImport newer = submission.newer("next").completed();
      scene.prepare(newer, "part-0.parquet", "SELECT range AS id FROM range(20)");
      AtomicInteger plans = new AtomicInteger();
      try (Scene.Hook collected =
          scene.before(
              "ducklake-register.data-imports",
              "plan-generation",
              exchange -> {
                if (plans.incrementAndGet() == 1) {
                  scene.runOf(scene.service().submit(newer));
                  scene.deleteSource(older, "part-0.parquet");
                }
              })) {
        Attempt stale = scene.run(older);
        assertThat(stale.staleReason()).isEqualTo(StaleReason.SUPERSEDED);
        assertThat(stale.latestError())
            .contains("Its source is gone", stale.supersededBy(), "No prepared Parquet file");
        assertThat(scene.service().ended(stale.supersededBy()).status())
            .isEqualTo(AttemptStatus.COMPLETED);
        assertThat(collected).isNotNull();
      }
    }
  }
}
