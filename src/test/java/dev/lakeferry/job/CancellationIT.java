package dev.lakeferry.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.failure.RetryableFailure;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Cancelling, at each point of a run's life. */
class CancellationIT {
  private static final Actor ALICE = new Actor("alice", "10.1.2.3");
  private static final String BY = "Cancelled by alice (10.1.2.3)";

  private final RunningState at = new RunningState();
  private final Cancellation cancellation = new Cancellation(at.state.jdbi());

  @AfterEach
  void close() {
    at.close();
  }

  private Attempt last(WorkflowRun run) {
    List<Attempt> attempts = at.attempts.of(run.id());
    return attempts.get(attempts.size() - 1);
  }

  @Test
  void aDueRunEndsAtOnceWithAnAttemptThatSaysByWhom() {
    WorkflowRun run = at.due("job-1");

    assertThat(cancellation.cancel(run.id(), ALICE)).isEqualTo(Cancellation.Result.CANCELLED);

    assertThat(at.now(run).state()).isEqualTo("done");
    assertThat(at.now(run).outcome()).isEqualTo("failed");
    assertThat(last(run).status()).isEqualTo(AttemptStatus.FAILED);
    assertThat(last(run).failureKind()).isEqualTo("final");
    assertThat(last(run).latestError()).startsWith(BY);
    assertThat(at.claim()).isEmpty();
    assertThat(
            new AuditLog(at.state.jdbi()).newest(new AuditLog.Filter(null, null, null, null), 10))
        .extracting(AuditEntry::who, AuditEntry::origin, AuditEntry::action, AuditEntry::subject)
        .containsExactly(tuple("alice", "10.1.2.3", "cancel", run.id()));
  }

  @Test
  void aRunThatWaitsForABusyTableEndsWithTheAttemptThatWaited() {
    WorkflowRun run = at.claimed("job-1");
    at.jobs.start(run);
    at.jobs.busy(run, Duration.ofHours(1));

    cancellation.cancel(run.id(), ALICE);

    assertThat(at.attempts.of(run.id())).hasSize(1);
    assertThat(last(run).status()).isEqualTo(AttemptStatus.FAILED);
    assertThat(last(run).latestError()).startsWith(BY);
  }

  @Test
  void aRunningRunFindsItWithItsNextStageAndEndsFailed() {
    WorkflowRun run = at.claimed("job-1");
    Attempt attempt = at.jobs.start(run);

    assertThat(cancellation.cancel(run.id(), ALICE)).isEqualTo(Cancellation.Result.STOPPING);
    assertThat(cancellation.cancel(run.id(), new Actor("bob", "cli")))
        .as("twice is harmless")
        .isEqualTo(Cancellation.Result.STOPPING);

    assertThatExceptionOfType(FinalFailure.class)
        .isThrownBy(() -> at.jobs.stage(attempt, "plan"))
        .withMessageStartingWith(BY);
    assertThatExceptionOfType(FinalFailure.class)
        .isThrownBy(() -> at.jobs.refuseCancelled(attempt));
  }

  @Test
  void theHeartbeatStopsTheStatementThatRuns() {
    WorkflowRun run = at.claimed("job-1");
    Attempt attempt = at.jobs.start(run);
    try (Heartbeats heartbeats =
        new Heartbeats(at.jobs, Duration.ofSeconds(4), Duration.ofMinutes(1))) {
      Watch watch = heartbeats.watch(attempt, Duration.ofMinutes(5));
      var stopped = new AtomicReference<Throwable>();
      watch.stoppedBy(stopped::set);

      cancellation.cancel(run.id(), ALICE);

      Awaitility.await().until(() -> stopped.get() != null);
      assertThat(stopped.get()).hasMessageStartingWith(BY);
    }
  }

  @Test
  void aFailureThatMayPassIsNotTriedAgainOnceTheRunIsCancelled() {
    WorkflowRun run = at.claimed("job-1");
    Attempt attempt = at.jobs.start(run);
    cancellation.cancel(run.id(), ALICE);
    RetryPolicy five = new RetryPolicy(5, Duration.ofSeconds(1), Duration.ofSeconds(1));
    var slow = new RetryableFailure(RetryableFailure.Cause.STORAGE, "503 Slow Down", null);

    assertThat(at.jobs.fail(attempt, slow, null, five)).isEmpty();

    assertThat(at.now(run).outcome()).isEqualTo("failed");
    assertThat(at.now(attempt).latestError()).startsWith(BY).contains("503 Slow Down");
    assertThat(at.now(attempt).failureKind()).isEqualTo("final");
  }

  @Test
  void aCancelledRunDoesNotWaitForABusyTable() {
    WorkflowRun run = at.claimed("job-1");
    Attempt attempt = at.jobs.start(run);
    cancellation.cancel(run.id(), ALICE);

    at.jobs.busy(run, Duration.ofHours(1));

    assertThat(at.now(run).outcome()).isEqualTo("failed");
    assertThat(at.now(attempt).latestError()).startsWith(BY);
  }

  @Test
  void commitIsNotSentOnceTheRunIsCancelled() {
    WorkflowRun run = at.claimed("job-1");
    Attempt attempt = at.jobs.start(run);
    cancellation.cancel(run.id(), ALICE);

    assertThatExceptionOfType(FinalFailure.class)
        .isThrownBy(() -> at.jobs.commitSent(attempt, RunningState.planned()));
    assertThat(at.now(attempt).commitSent()).isFalse();
  }

  @Test
  void aCommitThatWasSentIsNeverCancelled() {
    WorkflowRun run = at.claimed("job-1");
    Attempt attempt = at.jobs.start(run);
    at.jobs.commitSent(attempt, RunningState.planned());

    assertThatExceptionOfType(Refused.class)
        .isThrownBy(() -> cancellation.cancel(run.id(), ALICE))
        .withMessageContaining("has sent its COMMIT");

    at.jobs.stage(attempt, "read back");
    at.jobs.complete(attempt, RunningState.published(17));
    assertThat(at.now(run).outcome()).isEqualTo("completed");
  }

  @Test
  void whatIsDoneOrUnknownIsRefused() {
    WorkflowRun run = at.due("job-1");
    cancellation.cancel(run.id(), ALICE);

    assertThatExceptionOfType(Refused.class)
        .isThrownBy(() -> cancellation.cancel(run.id(), ALICE))
        .withMessageContaining("is failed");
    assertThatExceptionOfType(NotThere.class)
        .isThrownBy(() -> cancellation.cancel("nothing", ALICE));
  }

  @Test
  void aRetryAfterItIsAFreshStart() {
    WorkflowRun run = at.claimed("job-1");
    Attempt attempt = at.jobs.start(run);
    cancellation.cancel(run.id(), ALICE);
    at.jobs.fail(
        attempt, Cancellation.failure(ALICE.toString(), run.id()), null, RunningState.ONE_TRY);

    new Again(at.state.jdbi()).retry(run.id(), false, ALICE);
    Attempt second = at.jobs.start(at.claim().get(0));

    at.jobs.stage(second, "plan");
    assertThat(at.now(second).stage()).isEqualTo("plan");
  }
}
