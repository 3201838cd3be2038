package dev.lakeferry.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.lakeferry.completion.Imports;
import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.failure.RetryableFailure;
import dev.lakeferry.failure.SupersededFailure;
import dev.lakeferry.state.Rows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.awaitility.Awaitility;
import org.jdbi.v3.core.JdbiException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class JobsIT {
  private static final String PREFIX = "insights/t/_imports/a1/job-1/";

  private final RunningState at = new RunningState();

  @AfterEach
  void close() {
    at.close();
  }

  @Test
  void aRunGoesFromClaimToCompleted() {
    WorkflowRun run = at.claimed("job-1");
    Attempt attempt = at.jobs.start(run);
    at.jobs.stage(attempt, "landing");
    assertThat(at.jobs.recordLanding(attempt, RunningState.place(PREFIX))).isTrue();
    at.jobs.progress(attempt, 40, 1_000_000);
    at.jobs.stage(attempt, "publishing");
    at.jobs.commitSent(attempt, RunningState.published(7));
    at.jobs.complete(attempt, RunningState.published(17));

    assertThat(at.now(run).state()).isEqualTo("done");
    assertThat(at.now(run).outcome()).isEqualTo("completed");
    assertThat(at.now(run).pickedBy()).isNull();
    assertThat(row(attempt))
        .containsEntry("attempt", 1)
        .containsEntry("status", "completed")
        .containsEntry("source_schema_id", RunningState.SCHEMA_ID)
        .containsEntry("workflow_id", run.id())
        .containsEntry("workflow_type", RunningState.WORKFLOW)
        .containsEntry("external_data_job_id", "job-1")
        .containsEntry("owner", at.here.value())
        .containsEntry("objects_total", 40L)
        .containsEntry("objects_done", 40L)
        .containsEntry("rows", 200_000L)
        .containsEntry("snapshot_id", 17L)
        .containsEntry("commit_sent", true);
    assertThat(row(attempt).get("stage_millis").toString()).contains("landing", "publishing");
  }

  @Test
  void timeInAStageIsAddedUpAndProgressNeverGoesBack() {
    Attempt attempt = at.jobs.start(at.claimed("job-1"));
    at.jobs.stage(attempt, "landing");
    Rows.change(
        at.state,
        """
        UPDATE managed_warehouse_source_job
        SET stage_started_at = now() - interval '5 s', stage_millis = '{"landing": 1000}'
        """);
    at.jobs.progress(attempt, 9, 900);
    at.jobs.progress(attempt, 3, 300);
    at.jobs.stage(attempt, "publishing");

    assertThat(
            Rows.value(
                at.state,
                Long.class,
                "SELECT CAST(stage_millis ->> 'landing' AS bigint)"
                    + " FROM managed_warehouse_source_job"))
        .isBetween(6_000L, 60_000L);
    assertThat(row(attempt)).containsEntry("objects_done", 9L).containsEntry("bytes_done", 900L);
  }

  @Test
  void aHeartbeatExtendsTheLeaseAndTellsWhenTheAttemptIsNotOursAnyMore() {
    WorkflowRun run = at.claimed("job-1");
    Attempt attempt = at.jobs.start(run);
    Rows.change(at.state, "UPDATE workflow_run SET lease_until = now() - interval '1 s'");
    assertThat(at.jobs.heartbeat(attempt)).isTrue();
    assertThat(
            Rows.value(
                at.state,
                Boolean.class,
                "SELECT lease_until > now() + interval '30 s' FROM workflow_run"))
        .isTrue();

    Rows.change(at.state, "UPDATE workflow_run SET picked_by = ?", at.elsewhere.value());
    assertThat(at.jobs.heartbeat(attempt)).isFalse();
  }

  @Test
  void anEditedRouteCanStopWorkNeverCorruptIt() {
    WorkflowRun due = at.due("job-1");
    assertThatIllegalStateException().isThrownBy(() -> at.jobs.start(due));
    WorkflowRun run = at.claim().get(0);
    assertThatIllegalStateException().isThrownBy(() -> at.otherJobs.start(run));
    Attempt attempt = at.jobs.start(run);
    assertThatIllegalStateException()
        .isThrownBy(() -> at.jobs.start(run))
        .withMessageContaining("worked on twice")
        .withMessageContaining(run.id());

    List<Runnable> byAnother =
        List.of(
            () -> at.otherJobs.stage(attempt, "landing"),
            () -> at.otherJobs.progress(attempt, 1, 1),
            () -> at.otherJobs.recordLanding(attempt, RunningState.place(PREFIX)),
            () -> at.otherJobs.commitSent(attempt, RunningState.published(7)),
            () -> at.otherJobs.complete(attempt, RunningState.published(1)),
            () -> at.otherJobs.fail(attempt, new FinalFailure("no"), null, RunningState.ONE_TRY),
            () -> at.otherJobs.leaveUnknown(attempt),
            () -> at.otherJobs.recordCatalogSession(attempt, "engine"),
            () -> at.otherJobs.skip(run, "no"),
            () -> at.otherJobs.busy(run, Duration.ZERO));
    var before = row(attempt);
    for (Runnable step : byAnother) {
      assertThatIllegalStateException().isThrownBy(step::run);
    }
    assertThat(row(attempt)).isEqualTo(before);
    assertThat(at.now(run).state()).isEqualTo("running");
  }

  @Test
  void statesTellTheTruthACompletedAttemptNeverBecomesFailed() {
    Attempt attempt = at.jobs.start(at.claimed("job-1"));
    at.jobs.complete(attempt, RunningState.published(17));

    assertThatIllegalStateException()
        .isThrownBy(
            () -> at.jobs.fail(attempt, new FinalFailure("late"), null, RunningState.ONE_TRY));
    assertThatIllegalStateException().isThrownBy(() -> at.jobs.leaveUnknown(attempt));

    assertThat(at.now(attempt).status()).isEqualTo(AttemptStatus.COMPLETED);
    assertThat(at.now(attempt).latestError()).isNull();
  }

  @Test
  void statesTellTheTruthAFailedAttemptNeverBecomesCompleted() {
    WorkflowRun run = at.claimed("job-1");
    Attempt attempt = at.jobs.start(run);
    at.jobs.fail(attempt, new FinalFailure("mismatch"), "the old table", RunningState.ONE_TRY);

    assertThatIllegalStateException()
        .isThrownBy(() -> at.jobs.complete(attempt, RunningState.published(17)));

    assertThat(at.now(attempt).status()).isEqualTo(AttemptStatus.FAILED);
    assertThat(at.now(run).outcome()).isEqualTo("failed");
  }

  @Test
  void statesTellTheTruthAnAttemptThatEndedStaysSoWhileTheNextOneOfItsRunIsOurs() {
    Attempt first = at.jobs.start(at.claimed("job-1"));
    at.jobs.fail(first, new FinalFailure("bad"), null, RunningState.ONE_TRY);
    new Again(at.state.jdbi()).retry(first.runId(), false, Actor.commandLine());
    Attempt second = at.jobs.start(at.claim().get(0));

    assertThatIllegalStateException()
        .isThrownBy(() -> at.jobs.complete(first, RunningState.published(17)));
    assertThatIllegalStateException().isThrownBy(() -> at.jobs.stage(first, "publishing"));
    assertThat(at.jobs.heartbeat(first)).isFalse();

    assertThat(at.now(first).status()).isEqualTo(AttemptStatus.FAILED);
    at.jobs.complete(second, RunningState.published(17));
    assertThatIllegalStateException()
        .isThrownBy(
            () -> at.jobs.fail(second, new FinalFailure("late"), null, RunningState.ONE_TRY));
  }

  @Test
  void completingTwiceWithTheSameSnapshotIsOnceWithAnotherIsRefused() {
    Attempt attempt = at.jobs.start(at.claimed("job-1"));
    at.jobs.complete(attempt, RunningState.published(17));
    at.jobs.complete(attempt, RunningState.published(17));

    assertThatIllegalStateException()
        .isThrownBy(() -> at.jobs.complete(attempt, RunningState.published(18)));
    assertThat(at.now(attempt).snapshotId()).isEqualTo(17);
  }

  @Test
  void runAndAttemptChangeTogetherOrNotAtAll() {
    WorkflowRun run = at.claimed("job-1");
    Attempt attempt = at.jobs.start(run);
    Rows.change(
        at.state, "ALTER TABLE workflow_run ADD CONSTRAINT nothing_ends CHECK (outcome IS NULL)");

    assertThatThrownBy(() -> at.jobs.complete(attempt, RunningState.published(17)))
        .isInstanceOf(JdbiException.class);

    assertThat(at.now(attempt).status()).isEqualTo(AttemptStatus.RUNNING);
    assertThat(at.now(run).state()).isEqualTo("running");
  }

  @Test
  void aFailureKeepsItsStageKindAndWhatWasKeptButNoSecret() {
    WorkflowRun run = at.claimed("job-1");
    Attempt attempt = at.jobs.start(run);
    at.jobs.stage(attempt, "landing");
    var failure =
        new RetryableFailure(
            RetryableFailure.Cause.STORAGE, "S3 said 503 to hunter2. " + "x".repeat(5_000), null);

    at.jobs.fail(
        attempt,
        new RuntimeException("wrapped", failure),
        "3 landed objects",
        RunningState.ONE_TRY);

    Attempt failed = at.now(attempt);
    assertThat(failed.stage()).isEqualTo("landing");
    assertThat(failed.failureKind()).isEqualTo("retryable");
    assertThat(failed.kept()).isEqualTo("3 landed objects");
    assertThat(failed.latestError()).startsWith("S3 said 503 to ***. ").hasSize(2_000);
    assertThat(failed.finishedAt()).isNotNull();
  }

  @Test
  void aRunThatFailsBeforeItsAttemptBeganLeavesAnAttemptThatSaysWhy() {
    WorkflowRun run = at.claimed("job-1");
    at.jobs.fail(run, new FinalFailure("bad payload"), RunningState.ONE_TRY);

    assertThat(at.now(run).outcome()).isEqualTo("failed");
    assertThat(at.attempts.of(run.id()))
        .extracting(Attempt::latestError)
        .containsExactly("bad payload");
  }

  @Test
  void anOvertakenAttemptEndsStaleAndNamesTheNewerRun() {
    WorkflowRun run = at.claimed("job-1");
    Attempt attempt = at.jobs.start(run);
    at.jobs.fail(
        attempt, new SupersededFailure("run-2", "run-2 is newer"), null, RunningState.ONE_TRY);

    assertThat(at.now(attempt).status()).isEqualTo(AttemptStatus.STALE);
    assertThat(at.now(attempt).staleReason()).isEqualTo(StaleReason.SUPERSEDED);
    assertThat(at.now(attempt).supersededBy()).isEqualTo("run-2");
    assertThat(at.now(run).outcome()).isEqualTo("stale");
  }

  @Test
  void aFailureThatMayPassIsTriedAgainUntilTheTriesAreUsedUp() {
    RetryPolicy twice = new RetryPolicy(2, Duration.ofMillis(1), Duration.ofMillis(1));
    WorkflowRun run = at.claimed("job-1");
    var storage = new RetryableFailure(RetryableFailure.Cause.STORAGE, "503", null);
    Attempt first = at.jobs.start(run);
    assertThat(at.jobs.fail(first, storage, null, twice)).isPresent();

    assertThat(at.now(first).status()).isEqualTo(AttemptStatus.FAILED);
    assertThat(at.now(run).state()).isEqualTo("due");

    Attempt second =
        at.jobs.start(Awaitility.await().until(at::claim, claimed -> !claimed.isEmpty()).get(0));
    assertThat(second.attempt()).isEqualTo(2);
    assertThat(at.jobs.fail(second, storage, null, twice)).isEmpty();
    assertThat(at.now(run).outcome()).isEqualTo("failed");
  }

  @Test
  void aFailureThatStaysIsNotTriedAgain() {
    RetryPolicy often = new RetryPolicy(5, Duration.ofMillis(1), Duration.ofMillis(1));
    WorkflowRun run = at.claimed("job-1");
    assertThat(at.jobs.fail(at.jobs.start(run), new FinalFailure("bad folder"), null, often))
        .isEmpty();
    assertThat(at.now(run).outcome()).isEqualTo("failed");
  }

  @Test
  void aClosedGateIsToldOnceARunHoweverOftenItIsAsked() {
    WorkflowRun run = at.claimed("job-1");
    at.jobs.skip(run, "flag off");
    var again = new Again(at.state.jdbi());
    for (int i = 0; i < 3; i++) {
      assertThat(again.regate(OptionalLong.empty(), null, Actor.commandLine())).isEqualTo(1);
      at.jobs.skip(at.claim().get(0), "flag off");
    }

    assertThat(at.attempts.of(run.id()))
        .extracting(Attempt::status)
        .containsExactly(AttemptStatus.SKIPPED);
    assertThat(at.now(run).outcome()).isEqualTo("skipped");
    assertThat(at.now(run).attempts()).isZero();
  }

  @Test
  void aBusyTableCountsNoAttemptAndTheWaitingOneIsTakenUpAgainByAnyInstance() {
    WorkflowRun run = at.claimed("job-1");
    Attempt attempt = at.jobs.start(run);
    at.jobs.recordLanding(attempt, RunningState.place(PREFIX));
    at.jobs.busy(run, Duration.ofHours(1));

    assertThat(at.now(run).state()).isEqualTo("due");
    assertThat(at.now(run).attempts()).isZero();
    assertThat(at.claim()).isEmpty();
    assertThatIllegalStateException().isThrownBy(() -> at.jobs.stage(attempt, "late"));

    Rows.change(at.state, "UPDATE workflow_run SET not_before = now()");
    WorkflowRun claimed = at.claim(at.elsewhere, 1).get(0);
    Attempt taken = at.otherJobs.start(claimed);
    assertThat(taken.id()).isEqualTo(attempt.id());
    assertThat(taken.landingPrefix()).isEqualTo(PREFIX);
    assertThat(taken.owner()).isEqualTo(at.elsewhere.value());
  }

  @Test
  void aRunThatWaitsBeforeItsAttemptBeganJustIsDueAgain() {
    WorkflowRun run = at.claimed("job-1");
    at.jobs.busy(run, Duration.ZERO);

    assertThat(at.attempts.of(run.id())).isEmpty();
    assertThat(at.claim()).extracting(WorkflowRun::attempts).containsExactly(1);
  }

  @Test
  void twoGenerationsOfOneJobAtOnceNeverTakeOneLandingPrefix() throws Exception {
    for (int round = 0; round < 10; round++) {
      String job = "job-" + round;
      at.due(job, "invoices__query_1764480000", Imports.FINISHED);
      at.due(job, "invoices__query_1764480600", Imports.FINISHED);
      List<Attempt> attempts = at.claim().stream().map(at.jobs::start).toList();
      var pool = Executors.newFixedThreadPool(2);
      var answers = new ArrayList<Future<Boolean>>();
      for (Attempt attempt : attempts) {
        var place = RunningState.place("t/_imports/a1/" + job + "/");
        answers.add(pool.submit(() -> at.jobs.recordLanding(attempt, place)));
      }
      var taken = new ArrayList<Boolean>();
      for (Future<Boolean> answer : answers) {
        taken.add(answer.get());
      }
      pool.shutdown();
      assertThat(taken).containsExactlyInAnyOrder(true, false);
    }
  }

  @Test
  void aRetryOfTheSameRunMayLandWhereItsEarlierAttemptDidAndKnowsOfIt() {
    WorkflowRun run = at.claimed("job-1");
    Attempt first = at.jobs.start(run);
    at.jobs.recordLanding(first, RunningState.place(PREFIX));
    at.jobs.commitSent(first, RunningState.published(7));
    at.jobs.fail(first, new FinalFailure("unknown"), null, RunningState.ONE_TRY);
    new Again(at.state.jdbi()).retry(run.id(), false, Actor.commandLine());
    Attempt second = at.jobs.start(at.claim().get(0));

    assertThat(new RecordedLandings(at.state.jdbi()).of(run, RunningState.LAKE, RunningState.TABLE))
        .containsExactly(
            new RecordedLanding(run.id(), 1, PREFIX, "digest", "1764480000_0a1b2c3d", true, false));
    assertThat(at.jobs.recordLanding(second, RunningState.place(PREFIX))).isTrue();
  }

  @Test
  void aRetryMakesARunDueThatIsNotCompleted() {
    var again = new Again(at.state.jdbi());
    WorkflowRun run = at.claimed("job-1");
    assertThatIllegalStateException()
        .isThrownBy(() -> again.retry(run.id(), false, Actor.commandLine()))
        .withMessageContaining("is running");
    at.jobs.fail(
        at.jobs.start(run), new FinalFailure("a column vanished"), null, RunningState.ONE_TRY);

    again.retry(run.id(), true, Actor.commandLine());

    WorkflowRun next = at.claim().get(0);
    assertThat(next.acceptSchema()).isTrue();
    assertThat(next.attempts()).isEqualTo(1);
    at.jobs.complete(at.jobs.start(next), RunningState.published(3));
    assertThatIllegalStateException()
        .isThrownBy(() -> again.retry(run.id(), false, Actor.commandLine()))
        .withMessageContaining("is completed");
    assertThatThrownBy(() -> again.retry("nothing", false, Actor.commandLine()))
        .isInstanceOf(NotThere.class);
  }

  @Test
  void regatingTakesOnlyTheTeamAndTheTimeAskedFor() {
    at.jobs.skip(at.claimed("job-1"), "flag off");
    var again = new Again(at.state.jdbi());

    assertThat(again.regate(OptionalLong.of(2), null, Actor.commandLine())).isZero();
    assertThat(
            again.regate(OptionalLong.of(1), Imports.FINISHED.plusSeconds(1), Actor.commandLine()))
        .isZero();
    assertThat(again.regate(OptionalLong.of(1), Imports.FINISHED, Actor.commandLine()))
        .isEqualTo(1);
  }

  @Test
  void checksOfAnAttemptAreKeptInTheirOrder() {
    Attempt attempt = at.jobs.start(at.claimed("job-1"));
    var results = new VerificationResults(at.state.jdbi(), at.errors);
    var rows = new VerificationResult("rows", "fail", false, "1", "2", "0", "SELECT 1", null, 12);
    var decode = new VerificationResult("decode", "warn", true, null, null, null, null, null, 3);

    results.save(attempt, List.of(rows, decode));
    results.save(attempt, List.of());

    assertThat(results.of(attempt.id())).containsExactly(rows, decode);
  }

  @Test
  void oneOfManyStartsAtOnceBeginsTheAttempt() throws Exception {
    WorkflowRun run = at.claimed("job-1");
    var pool = Executors.newFixedThreadPool(6);
    var starts = new ArrayList<Future<Attempt>>();
    for (int i = 0; i < 6; i++) {
      starts.add(pool.submit(() -> at.jobs.start(run)));
    }
    await().until(() -> starts.stream().allMatch(Future::isDone));
    pool.shutdown();

    assertThat(at.attempts.of(run.id())).hasSize(1);
    int begun = 0;
    for (Future<Attempt> start : starts) {
      try {
        start.get();
        begun++;
      } catch (ExecutionException e) {
        assertThat(e).hasCauseInstanceOf(IllegalStateException.class);
      }
    }
    assertThat(begun).isEqualTo(1);
  }

  private Map<String, Object> row(Attempt attempt) {
    return Rows.row(
        at.state, "SELECT * FROM managed_warehouse_source_job WHERE id = ?", attempt.id());
  }
}
