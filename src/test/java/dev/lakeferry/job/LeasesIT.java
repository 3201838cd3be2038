package dev.lakeferry.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.lakeferry.failure.RetryableFailure;
import dev.lakeferry.state.Rows;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.postgres.PostgresPlugin;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Law "states tell the truth": no attempt stays running after its worker died. */
class LeasesIT {
  private static final int STARTS = 3;
  private static final Duration LONG = Duration.ofMinutes(1);
  private static final Duration SHORT_LEASE = Duration.ofMillis(400);

  private final RunningState at = new RunningState();
  private final Catalog catalog = new Catalog();
  private final Leases leases = new Leases(at.state.jdbi(), catalog, STARTS);

  @AfterEach
  void close() {
    at.close();
  }

  /** What the lake's catalog answers in these tests, and whose sessions it was told to end. */
  private static final class Catalog implements Fence {
    private final List<String> ended = new ArrayList<>();
    private Optional<PublishedSnapshot> landed = Optional.empty();
    private boolean away;

    @Override
    public void endCatalogSession(Attempt attempt) {
      if (away) {
        throw new RetryableFailure(RetryableFailure.Cause.CONNECTION, "away", null);
      }
      ended.add(attempt.catalogSession());
    }

    @Override
    public Optional<PublishedSnapshot> outcome(Attempt attempt) {
      return landed;
    }
  }

  private void die(Attempt attempt) {
    Rows.change(
        at.state,
        "UPDATE workflow_run SET lease_until = now() - interval '1 second' WHERE id = ?",
        attempt.runId());
  }

  @Test
  void anAttemptWhoseWorkerDiedEndsStaleAndItsRunIsDueAgain() {
    WorkflowRun run = at.claimed("job-1");
    Attempt attempt = at.jobs.start(run);
    at.jobs.stage(attempt, "register");
    at.jobs.recordCatalogSession(attempt, "lakeferry engine 1");
    assertThat(leases.sweep().any()).isFalse();
    die(attempt);

    assertThat(leases.sweep()).isEqualTo(new Leases.Swept(1, 0, 0, 0));

    Attempt ended = at.now(attempt);
    assertThat(ended.status()).isEqualTo(AttemptStatus.STALE);
    assertThat(ended.staleReason()).isEqualTo(StaleReason.LEASE_LOST);
    assertThat(ended.latestError()).contains(at.here.value(), "register", "due again");
    assertThat(catalog.ended).containsExactly("lakeferry engine 1");
    assertThat(at.now(run).state()).isEqualTo("due");
    assertThat(at.jobs.start(at.claim().get(0)).attempt()).isEqualTo(2);
  }

  @Test
  void onePublisherATableTheDeadWorkersLockEndsBeforeItsRunIsTaken() {
    Attempt attempt = at.jobs.start(at.claimed("job-1"));
    TableLock locks = new TableLock(at.state);
    HeldLock held =
        locks.tryLock(RunningState.LAKE, RunningState.TABLE, SessionName.of(attempt)).orElseThrow();
    die(attempt);
    leases.sweep();

    assertThat(held.isHeld()).isFalse();
    assertThat(at.jobs.heartbeat(attempt)).isFalse();
    try (HeldLock next =
        locks
            .tryLock(RunningState.LAKE, RunningState.TABLE, SessionName.of("next"))
            .orElseThrow()) {
      assertThat(next.isHeld()).isTrue();
    }
  }

  @Test
  void nothingIsTakenOverWhileTheDeadWorkersSessionsCannotBeEnded() {
    WorkflowRun run = at.claimed("job-1");
    Attempt attempt = at.jobs.start(run);
    at.jobs.recordCatalogSession(attempt, "lakeferry engine 1");
    die(attempt);
    catalog.away = true;

    assertThat(leases.sweep().any()).isFalse();
    assertThat(at.now(attempt).status()).isEqualTo(AttemptStatus.RUNNING);
    assertThat(at.now(run).state()).isEqualTo("running");

    catalog.away = false;
    assertThat(leases.sweep().stale()).isEqualTo(1);
  }

  @Test
  void unknownOutcomesAreLookedUpACommitThatLandedIsCompleted() {
    WorkflowRun run = at.claimed("job-1");
    Attempt attempt = at.jobs.start(run);
    at.jobs.commitSent(attempt, RunningState.planned());
    at.jobs.leaveUnknown(attempt);
    catalog.landed = Optional.of(new PublishedSnapshot(17, Instant.parse("2026-01-02T04:00:00Z")));

    assertThat(leases.sweep()).isEqualTo(new Leases.Swept(0, 1, 0, 0));

    assertThat(at.now(attempt).status()).isEqualTo(AttemptStatus.COMPLETED);
    assertThat(at.now(attempt).snapshotId()).isEqualTo(17);
    assertThat(
            Rows.value(
                at.state,
                Long.class,
                "SELECT rows FROM managed_warehouse_source_job WHERE id = ?",
                attempt.id()))
        .isEqualTo(200_000);
    assertThat(at.now(run).outcome()).isEqualTo("completed");
  }

  @Test
  void aCommitThatWasNeverSentIsNotLookedFor() {
    Attempt attempt = at.jobs.start(at.claimed("job-1"));
    catalog.landed = Optional.of(new PublishedSnapshot(17, Instant.parse("2026-01-02T04:00:00Z")));
    die(attempt);

    assertThat(leases.sweep().stale()).isEqualTo(1);
  }

  @Test
  void aRunThatKillsItsWorkerAgainAndAgainIsQuarantined() {
    WorkflowRun run = at.due("job-1");
    Attempt attempt = null;
    for (int i = 0; i < STARTS; i++) {
      attempt = at.jobs.start(at.claim().get(0));
      die(attempt);
      leases.sweep();
    }

    assertThat(at.now(attempt).status()).isEqualTo(AttemptStatus.FAILED);
    assertThat(at.now(attempt).latestError())
        .contains("Quarantined", "3 times", "bin/lakeferry retry " + run.id());
    assertThat(at.now(run).outcome()).isEqualTo("failed");
    assertThat(at.claim()).isEmpty();

    new Again(at.state.jdbi()).retry(run.id(), false, Actor.commandLine());
    die(at.jobs.start(at.claim().get(0)));
    assertThat(leases.sweep()).isEqualTo(new Leases.Swept(1, 0, 0, 0));
  }

  @Test
  void onlyDeathsInARowCountAWorkerThatToldItsFailureLived() {
    at.due("job-1");
    RetryPolicy often = new RetryPolicy(9, Duration.ZERO, Duration.ZERO);
    for (int i = 0; i < 2 * STARTS; i++) {
      Attempt attempt = at.jobs.start(at.claim().get(0));
      if (i % STARTS == STARTS - 1) {
        at.jobs.fail(
            attempt,
            new RetryableFailure(RetryableFailure.Cause.STORAGE, "503", null),
            null,
            often);
      } else {
        die(attempt);
        assertThat(leases.sweep().quarantined()).isZero();
      }
    }
  }

  @Test
  void aRunThatWasClaimedAndNotBegunIsDueAgain() {
    WorkflowRun run = at.claimed("job-1");
    Rows.change(
        at.state,
        "UPDATE workflow_run SET lease_until = now() - interval '1 second' WHERE id = ?",
        run.id());

    assertThat(leases.sweep()).isEqualTo(new Leases.Swept(0, 0, 0, 1));
    assertThat(at.now(run).state()).isEqualTo("due");
    assertThat(at.now(run).attempts()).isZero();
  }

  @Test
  void sweepsOfSeveralReplicasDoNotFight() throws Exception {
    for (int i = 0; i < 8; i++) {
      at.due("job-" + i);
    }
    at.claim().forEach(run -> die(at.jobs.start(run)));
    CyclicBarrier together = new CyclicBarrier(4);
    Callable<Integer> sweep =
        () -> {
          together.await();
          return leases.sweep().stale();
        };
    var pool = Executors.newFixedThreadPool(4);
    int stale = 0;
    for (Future<Integer> swept : pool.invokeAll(List.of(sweep, sweep, sweep, sweep))) {
      stale += swept.get();
    }
    pool.shutdown();

    assertThat(stale).isEqualTo(8);
    assertThat(
            Rows.value(
                at.state, Integer.class, "SELECT count(*) FROM managed_warehouse_source_job"))
        .isEqualTo(8);
  }

  @Test
  void aServiceThatStopsGivesItsRunsUpButNoCommitThatWasSent() {
    WorkflowRun working = at.claimed("job-1");
    Attempt begun = at.jobs.start(working);
    WorkflowRun committing = at.claimed("job-2");
    Attempt sent = at.jobs.start(committing);
    at.jobs.commitSent(sent, RunningState.planned());
    WorkflowRun filling = at.claimed("job-4");
    Attempt staged = at.jobs.start(filling);
    at.jobs.recordShadow(staged, RunningState.TABLE, "digest");
    WorkflowRun waiting = at.claimed("job-3");

    assertThat(leases.giveUp(at.here)).isEqualTo(2);

    assertThat(at.now(begun).staleReason()).isEqualTo(StaleReason.LEASE_LOST);
    assertThat(at.now(begun).latestError()).contains("stopped");
    assertThat(at.now(working).state()).isEqualTo("due");
    assertThat(at.now(working).attempts()).isZero();
    assertThat(at.now(waiting).state()).isEqualTo("due");
    assertThat(at.now(sent).status()).isEqualTo(AttemptStatus.RUNNING);
    assertThat(at.now(committing).state()).isEqualTo("running");
    assertThat(at.now(staged).status()).isEqualTo(AttemptStatus.RUNNING);
    assertThat(at.now(filling).state()).isEqualTo("running");
  }

  @Test
  void aSignOfLifeKeepsTheLease() throws Exception {
    Attempt attempt = at.jobs.start(at.claimed("job-1"));
    Duration lease = Duration.ofMillis(800);
    Jobs jobs = new Jobs(at.state.jdbi(), at.here, lease, at.errors);
    jobs.heartbeat(attempt);
    try (Heartbeats heartbeats = new Heartbeats(jobs, lease, LONG);
        Watch watch = heartbeats.watch(attempt, Duration.ofMinutes(1))) {
      assertThat(heartbeats.awaitIdle(lease.multipliedBy(3))).isFalse();
      assertThat(leases.sweep().any()).isFalse();
      watch.require();
    }
  }

  @Test
  void aWorkerThatDoesNotEndWhenItsTimeIsOverLosesItsLease() throws Exception {
    Attempt attempt = at.jobs.start(at.claimed("job-1"));
    Duration lease = Duration.ofMillis(400);
    Jobs jobs = new Jobs(at.state.jdbi(), at.here, lease, at.errors);
    jobs.heartbeat(attempt);
    var told = new ArrayList<String>();
    try (Heartbeats heartbeats = new Heartbeats(jobs, lease, LONG);
        Watch watch = heartbeats.watch(attempt, Duration.ofMillis(100))) {
      watch.stoppedBy(why -> told.add(why.getMessage()));
      await().until(() -> leases.sweep().stale() == 1);
      assertThat(told).singleElement().asString().contains("time budget of 0.1s is over");
    }
  }

  /** Jobs with a lease that runs out within a test. */
  private Jobs impatient() {
    return new Jobs(at.state.jdbi(), at.here, SHORT_LEASE, at.errors);
  }

  private int deaths(Attempt attempt) {
    return Rows.value(
        at.state, Integer.class, "SELECT deaths FROM workflow_run WHERE id = ?", attempt.runId());
  }

  @Test
  void aWorkerOfWhichNothingMovesIsStoppedAndLosesItsLease() {
    Attempt attempt = at.jobs.start(at.claimed("job-1"));
    Jobs jobs = impatient();
    jobs.heartbeat(attempt);
    List<String> told = new CopyOnWriteArrayList<>();
    try (Heartbeats heartbeats = new Heartbeats(jobs, SHORT_LEASE, Duration.ofMillis(300));
        Watch watch = heartbeats.watch(attempt, LONG)) {
      watch.stoppedBy(why -> told.add(why.getMessage()));
      watch.measuredBy(() -> 17);
      await().until(() -> leases.sweep().stale() == 1);
      assertThat(told).singleElement().asString().contains("Nothing", "moved for 0.3s");
      assertThatThrownBy(watch::require).isInstanceOf(RetryableFailure.class);
    }
    assertThat(deaths(attempt)).as("a stuck worker counts like a dead one").isEqualTo(1);
  }

  @Test
  void aWorkerThatMovesKeepsItsLeaseHoweverLongOneStepTakes() throws Exception {
    Attempt attempt = at.jobs.start(at.claimed("job-1"));
    Jobs jobs = impatient();
    jobs.heartbeat(attempt);
    try (Heartbeats heartbeats = new Heartbeats(jobs, SHORT_LEASE, Duration.ofMillis(200));
        Watch watch = heartbeats.watch(attempt, LONG)) {
      watch.measuredBy(System::nanoTime);
      assertThat(heartbeats.awaitIdle(SHORT_LEASE.multipliedBy(3))).isFalse();
      watch.require();
      watch.measuredBy(() -> 0);
      watch.waitsForOthers();
      assertThat(heartbeats.awaitIdle(SHORT_LEASE.multipliedBy(3))).isFalse();
      watch.require();
      assertThat(leases.sweep().any()).isFalse();
    }
  }

  @Test
  void unknownOutcomesACommitThatWasSentIsNotStopped() {
    Attempt attempt = at.jobs.start(at.claimed("job-1"));
    List<String> told = new CopyOnWriteArrayList<>();
    try (Heartbeats heartbeats = new Heartbeats(at.jobs, LONG, LONG);
        Watch watch = heartbeats.watch(attempt, LONG)) {
      watch.stoppedBy(why -> told.add(why.getMessage()));
      watch.committing();
      watch.stop(
          new RetryableFailure(RetryableFailure.Cause.LEASE_LOST, "the service stops", null));
      watch.require();
      assertThat(told).isEmpty();
    }
  }

  @Test
  void unknownOutcomesACommitThatStandsStillIsLookedUpAndNotStopped() {
    Attempt attempt = at.jobs.start(at.claimed("job-1"));
    at.jobs.commitSent(attempt, RunningState.planned());
    Jobs jobs = impatient();
    jobs.heartbeat(attempt);
    catalog.landed = Optional.of(new PublishedSnapshot(17, Instant.parse("2026-01-02T04:00:00Z")));
    List<String> told = new CopyOnWriteArrayList<>();
    try (Heartbeats heartbeats = new Heartbeats(jobs, SHORT_LEASE, Duration.ofMillis(200));
        Watch watch = heartbeats.watch(attempt, LONG)) {
      watch.stoppedBy(why -> told.add(why.getMessage()));
      watch.committing();
      await().until(() -> leases.sweep().completed() == 1);
      assertThat(told).isEmpty();
    }
  }

  /** A state database that can be out of reach for the worker alone. */
  private Jobs cutOffWhile(AtomicBoolean away) {
    Jdbi jdbi =
        Jdbi.create(
            () -> {
              if (away.get()) {
                throw new SQLException("away", "08006");
              }
              return at.state.dataSource().getConnection();
            });
    jdbi.installPlugin(new PostgresPlugin());
    return new Jobs(jdbi, at.here, SHORT_LEASE, at.errors);
  }

  @Test
  void aWorkerThatOutlivesAnOutageIsNotCountedAsDead() {
    Attempt attempt = at.jobs.start(at.claimed("job-1"));
    at.jobs.stage(attempt, "register");
    AtomicBoolean away = new AtomicBoolean();
    Jobs jobs = cutOffWhile(away);
    jobs.heartbeat(attempt);
    try (Heartbeats heartbeats = new Heartbeats(jobs, SHORT_LEASE, LONG);
        Watch watch = heartbeats.watch(attempt, LONG)) {
      away.set(true);
      await().until(() -> leases.sweep().stale() == 1);
      assertThat(deaths(attempt)).isEqualTo(1);

      away.set(false);
      await().until(() -> deaths(attempt) == 0);
      assertThat(at.now(attempt).latestError()).contains("It lives", "register", "due again");
      assertThat(at.now(attempt).staleReason()).isEqualTo(StaleReason.LEASE_LOST);
      assertThatThrownBy(watch::require).hasMessageContaining("not ours any more");
    }
  }

  @Test
  void aWorkerWhoseFailureCouldNotBeWrittenDownIsNotCountedAsDead() {
    Attempt attempt = at.jobs.start(at.claimed("job-1"));
    Jobs jobs = impatient();
    jobs.heartbeat(attempt);
    try (Heartbeats heartbeats = new Heartbeats(jobs, SHORT_LEASE, LONG)) {
      heartbeats.watch(attempt, LONG).close();
      heartbeats.unrecorded(attempt);
      await().until(() -> leases.sweep().stale() == 1);
      await().until(() -> deaths(attempt) == 0);
    }
  }

  @Test
  void aRunThatWasQuarantinedForAWorkerThatLivesIsDueAgain() {
    Leases strict = new Leases(at.state.jdbi(), catalog, 1);
    WorkflowRun run = at.claimed("job-1");
    Attempt attempt = at.jobs.start(run);
    die(attempt);
    assertThat(strict.sweep().quarantined()).isEqualTo(1);
    assertThat(at.now(run).outcome()).isEqualTo("failed");

    assertThat(at.otherJobs.alive(attempt)).as("another's word counts nothing").isTrue();
    assertThat(at.now(run).outcome()).isEqualTo("failed");
    assertThat(at.jobs.alive(attempt)).isTrue();

    assertThat(at.now(run).state()).isEqualTo("due");
    assertThat(at.now(attempt).status()).isEqualTo(AttemptStatus.STALE);
    assertThat(at.jobs.start(at.claim().get(0)).attempt()).isEqualTo(2);
    assertThat(at.jobs.alive(attempt)).as("it is said once").isTrue();
    assertThat(at.now(run).state()).isEqualTo("running");
  }

  /** Whether the next attempt must keep away from what the last one landed. */
  private boolean inUse(WorkflowRun run) {
    List<RecordedLanding> landings =
        new RecordedLandings(at.state.jdbi()).of(run, RunningState.LAKE, RunningState.TABLE);
    return landings.get(landings.size() - 1).inUse();
  }

  @Test
  void unknownOutcomesAPrefixOfALostLeaseIsNotTakenUpAgain() {
    WorkflowRun run = at.claimed("job-1");
    Attempt lost = at.jobs.start(run);
    at.jobs.recordLanding(lost, RunningState.place("first/"));
    die(lost);
    leases.sweep();
    assertThat(inUse(run)).as("its worker may be paused, and copy on").isTrue();

    Attempt failed = at.jobs.start(at.claim().get(0));
    at.jobs.recordLanding(failed, RunningState.place("second/"));
    at.jobs.fail(
        failed,
        new RetryableFailure(RetryableFailure.Cause.STORAGE, "503", null),
        null,
        RunningState.ONE_TRY);
    assertThat(inUse(run)).as("its worker has ended").isFalse();
  }

  @Test
  void whatAStoppedServiceGaveUpTakesNoDeathBack() {
    at.due("job-1");
    Attempt died = at.jobs.start(at.claim().get(0));
    die(died);
    leases.sweep();
    Attempt given = at.jobs.start(at.claim().get(0));
    leases.giveUp(at.here);

    assertThat(at.jobs.alive(given)).isTrue();
    assertThat(deaths(given)).isEqualTo(1);
    assertThat(at.now(given).latestError()).contains("stopped");
  }
}
