package dev.lakeferry.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.lakeferry.failure.RetryableFailure;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.settings.DatabaseSettings;
import dev.lakeferry.settings.Secret;
import dev.lakeferry.state.Rows;
import dev.lakeferry.state.StateDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Law 5, one publisher a table and one COMMIT a lake. */
class LocksIT {
  private static final String LAKE = RunningState.LAKE;
  private static final SessionName ME = SessionName.of("me");
  private static final SessionName OTHER = SessionName.of("other");

  private final RunningState at = new RunningState();
  private final TableLock tables = new TableLock(at.state);
  private final CommitLock commits = new CommitLock(at.state);

  @AfterEach
  void close() {
    at.close();
  }

  @Test
  void oneHolderATableUntilItGivesUp() {
    for (int i = 0; i < 20; i++) {
      var table = new TableName("s", "table_" + i);
      try (HeldLock held = tables.tryLock(LAKE, table, ME).orElseThrow()) {
        assertThat(held.isHeld()).isTrue();
        assertThat(tables.tryLock(LAKE, table, OTHER)).isEmpty();
      }
      try (HeldLock next = tables.tryLock(LAKE, table, OTHER).orElseThrow()) {
        assertThat(next.isHeld()).isTrue();
      }
    }
  }

  @Test
  void tablesAndLakesDoNotBlockEachOther() {
    try (HeldLock one = tables.tryLock(LAKE, new TableName("a", "b"), ME).orElseThrow();
        HeldLock two = tables.tryLock(LAKE, new TableName("a", "c"), ME).orElseThrow();
        HeldLock three = tables.tryLock("other", new TableName("a", "b"), ME).orElseThrow();
        HeldLock four = commits.lock(LAKE, ME, Duration.ofSeconds(1))) {
      assertThat(one.isHeld() && two.isHeld() && three.isHeld() && four.isHeld()).isTrue();
    }
  }

  @Test
  void endingTheHoldersSessionsByItsNameFreesTheLockAndTheHolderKnows() {
    Attempt attempt = at.jobs.start(at.claimed("job-1"));
    HeldLock held = tables.tryLock(LAKE, RunningState.TABLE, SessionName.of(attempt)).orElseThrow();

    assertThat(
            Rows.column(
                at.state,
                Boolean.class,
                """
                SELECT pg_terminate_backend(pid)
                FROM pg_stat_activity
                WHERE starts_with(application_name, ?)
                """,
                SessionName.prefix(attempt.id())))
        .containsExactly(true);

    await().until(() -> !held.isHeld());
    await().until(() -> tables.tryLock(LAKE, RunningState.TABLE, OTHER).isPresent());
    held.close();
  }

  @Test
  void aCommitWaitsForItsTurnAndGivesUpWithoutHarm() throws Exception {
    HeldLock first = commits.lock(LAKE, ME, Duration.ofSeconds(1));
    assertThatThrownBy(() -> commits.lock(LAKE, OTHER, Duration.ofMillis(50)))
        .isInstanceOfSatisfying(
            RetryableFailure.class,
            failure -> assertThat(failure.kind()).isEqualTo(RetryableFailure.Cause.BUSY));

    var pool = Executors.newSingleThreadExecutor();
    var second = pool.submit(() -> commits.lock(LAKE, OTHER, Duration.ofSeconds(30)));
    await()
        .until(
            () ->
                Rows.value(
                        at.state,
                        Long.class,
                        "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")
                    == 1);
    first.close();
    try (HeldLock held = second.get()) {
      assertThat(held.isHeld()).isTrue();
    }
    pool.shutdown();
  }

  @Test
  void theTurnToCommitStandsOnTheTablesSessionAndLeavesItsLock() {
    HeldLock table = tables.tryLock(LAKE, RunningState.TABLE, ME).orElseThrow();
    try (HeldLock other = commits.lock(LAKE, OTHER, Duration.ofSeconds(1))) {
      assertThatThrownBy(() -> commits.lock(LAKE, table, Duration.ofMillis(50)))
          .isInstanceOfSatisfying(
              RetryableFailure.class,
              failure -> assertThat(failure.kind()).isEqualTo(RetryableFailure.Cause.BUSY));
      assertThat(other.isHeld()).isTrue();
    }
    try (HeldLock turn = commits.lock(LAKE, table, Duration.ofSeconds(1))) {
      assertThat(turn.isHeld()).isTrue();
      assertThatThrownBy(() -> commits.lock(LAKE, OTHER, Duration.ofMillis(50)))
          .isInstanceOf(RetryableFailure.class);
    }
    assertThat(table.isHeld()).isTrue();
    commits.lock(LAKE, OTHER, Duration.ofSeconds(1)).close();
    table.close();
  }

  @Test
  void aTableWhoseSessionEndsWhileItWaitsForItsTurnHasNeitherLock() throws Exception {
    HeldLock table = tables.tryLock(LAKE, RunningState.TABLE, ME).orElseThrow();
    var pool = Executors.newSingleThreadExecutor();
    try (HeldLock other = commits.lock(LAKE, OTHER, Duration.ofSeconds(1))) {
      var turn = pool.submit(() -> commits.lock(LAKE, table, Duration.ofSeconds(30)));
      await()
          .until(
              () ->
                  Rows.column(
                          at.state,
                          Boolean.class,
                          "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")
                      .equals(List.of(true)));

      assertThatThrownBy(turn::get)
          .cause()
          .isInstanceOfSatisfying(
              RetryableFailure.class,
              failure -> assertThat(failure.kind()).isEqualTo(RetryableFailure.Cause.CONNECTION));
      assertThat(other.isHeld()).isTrue();
    }
    assertThat(table.isHeld()).isFalse();
    tables.tryLock(LAKE, RunningState.TABLE, OTHER).orElseThrow().close();
    commits.lock(LAKE, OTHER, Duration.ofSeconds(1)).close();
    pool.shutdown();
  }

  @Test
  void anUnreachableDatabaseIsAFailureThatMayPass() {
    var nobody =
        new DatabaseSettings(
            "localhost", 1, "x", "x", new Secret("x"), "disable", Optional.empty());
    try (var down = StateDatabase.open(nobody, 1)) {
      assertThatThrownBy(() -> new TableLock(down).tryLock(LAKE, RunningState.TABLE, ME))
          .isInstanceOf(RetryableFailure.class);
    }
  }
}
