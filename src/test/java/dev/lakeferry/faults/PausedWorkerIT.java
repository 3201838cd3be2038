package dev.lakeferry.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** One of two replicas stands still past its lease and goes on; or is told to stop. */
@Tag("faults")
@ExtendWith(InLab.class)
class PausedWorkerIT {
  private final Lab lab;

  PausedWorkerIT(Lab lab) {
    this.lab = lab;
  }

  @BeforeEach
  void begin() {
    lab.replicas(2);
  }

  @Test
  void pausedBeforeCommitItPublishesNothingLater() {
    Carried second = lab.published(401, "paused_swap").next();
    Recovery recovery;
    Replica paused;
    try (Standstill commits = Standstill.ofCommits(lab.state(), lab.lakeName())) {
      lab.complete(second);
      Runs.Try attempt = lab.runs().awaitStage(second, "swap");
      paused = lab.replica(attempt.owner());
      paused.pause();
      recovery = new Recovery();
      lab.runs().awaitAttemptAfter(second, attempt.attempt());
    }
    resumedAfter("SIGSTOP past its lease: before COMMIT", recovery, paused, second);
  }

  @Test
  void pausedAtCommitItPublishesNothingLater() {
    Carried second = lab.published(402, "paused_commit").next();
    Recovery recovery;
    Replica paused;
    try (Standstill snapshots = lab.commitsStandStill()) {
      lab.complete(second);
      Runs.Try attempt = lab.runs().awaitCommitSent(second);
      paused = lab.replica(attempt.owner());
      paused.pause();
      recovery = new Recovery();
      lab.runs().awaitAttemptAfter(second, attempt.attempt());
    }
    resumedAfter("SIGSTOP past its lease: at COMMIT", recovery, paused, second);
  }

  @Test
  void pausedWhileItLandsItWritesNoWrongObjectLater() {
    Carried second = lab.published(403, "paused_landing").next();
    Recovery recovery;
    Replica paused;
    try (var copies = lab.store().trouble(StoreRequest::isCopy, new StoreFault.Wait())) {
      lab.complete(second);
      copies.awaitHits(2);
      Runs.Try attempt = lab.runs().awaitStage(second, "land");
      paused = lab.replica(attempt.owner());
      paused.pause();
      recovery = new Recovery();
      lab.runs().awaitAttemptAfter(second, attempt.attempt());
    }
    resumedAfter("SIGSTOP past its lease: landing", recovery, paused, second);
  }

  private void resumedAfter(String fault, Recovery recovery, Replica paused, Carried second) {
    try {
      lab.runs().awaitDone(second);
      lab.table().add(lab, fault, recovery.time(), second);
    } finally {
      paused.resume();
    }
    // It is given the time to do harm.
    Awaitility.await().pollDelay(Duration.ofSeconds(3)).until(() -> true);
    lab.endState().published(second);
    lab.endState().live(second);
    commitsAreFree();
    assertThat(lab.runs().attempts(second).get(0).staleReason()).isEqualTo("lease_lost");
    assertThat(paused.log())
        .contains(second.runId() + " attempt 1 is not ours any more")
        .doesNotContain("Error processing exchange");
  }

  /** It holds no turn that it will not use. */
  private void commitsAreFree() {
    Recovery wait = new Recovery();
    Standstill.ofCommits(lab.state(), lab.lakeName()).close();
    assertThat(wait.time()).as("wait for a turn to commit").isLessThan(Duration.ofSeconds(5));
  }

  @Test
  void toldToStopItGivesUpAtOnce() {
    Carried second = lab.published(404, "terminated").next();
    Recovery recovery;
    Replica stopped;
    try (var copies = lab.store().trouble(StoreRequest::isCopy, new StoreFault.Wait())) {
      lab.complete(second);
      copies.awaitHits(2);
      Runs.Try attempt = lab.runs().awaitStage(second, "land");
      stopped = lab.replica(attempt.owner());
      recovery = new Recovery();
      stopped.terminate();
      Runs.Try next = lab.runs().awaitAttemptAfter(second, attempt.attempt());
      assertThat(stopped.is(next.owner())).isFalse();
    }
    lab.recovered("SIGTERM: landing, given up after a grace of 1 s", recovery, second);
    // Given back, not taken from it.
    assertThat(lab.runs().attempts(second).get(0).latestError())
        .startsWith("The service was stopped");
    assertThat(stopped.awaitEnd(15)).as("it ended").isTrue();
  }
}
