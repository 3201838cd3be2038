package dev.lakeferry.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** PostgreSQL goes away, wholly or in part, while a second generation is on its way. */
@Tag("faults")
@ExtendWith(InLab.class)
class LostDatabaseIT {
  private static final Duration OUTAGE = Duration.ofSeconds(5);

  private final Lab lab;

  LostDatabaseIT(Lab lab) {
    this.lab = lab;
  }

  @BeforeEach
  void begin() {
    lab.replicas(2);
  }

  @ParameterizedTest
  @EnumSource
  void theServerIsRestarted(Stage stage) {
    Carried second = lab.published(211 + stage.ordinal(), "restarted").next();
    Recovery recovery;
    try (Stage.Held held = stage.hold(lab, second)) {
      recovery = new Recovery();
      lab.stack().postgres().restart();
    }
    lab.recovered("PostgreSQL restarted: " + stage, recovery, second);
  }

  @Test
  void theCatalogsBackendIsEndedAtCommit() {
    Carried second = lab.published(204, "ended_commit").next();
    Recovery recovery;
    try (Standstill snapshots = lab.commitsStandStill()) {
      lab.complete(second);
      Runs.Try attempt = lab.runs().awaitCommitSent(second);
      assertThat(lab.runs().terminate(attempt.catalogSession())).isPositive();
      recovery = new Recovery();
    }
    lab.recovered("catalog backend terminated: at COMMIT", recovery, second);
  }

  @Test
  void allSessionsAreEndedWhileItRegisters() {
    Carried second = lab.published(205, "ended_all").next();
    Recovery recovery;
    try (var reading = lab.objectsReadIn("register", second)) {
      lab.complete(second);
      reading.awaitHits(1);
      assertThat(lab.runs().terminate("lakeferry")).isGreaterThan(3);
      recovery = new Recovery();
    }
    lab.recovered("all sessions terminated: registering", recovery, second);
  }

  @Test
  void allConnectionsAreCutForSomeSeconds() {
    Carried second = lab.published(206, "cut").next();
    Recovery recovery;
    try (var copies = lab.store().trouble(StoreRequest::isCopy, new StoreFault.Wait())) {
      lab.complete(second);
      copies.awaitHits(2);
      lab.replicas().forEach(replica -> replica.database().cut());
      recovery = new Recovery();
    }
    pause(OUTAGE);
    lab.replicas().forEach(replica -> replica.database().mend());
    lab.recovered("connections to PostgreSQL cut for 5 s: landing", recovery, second);
  }

  @Test
  void oneReplicaHearsNothingFromTheDatabaseLongerThanItsLease() {
    Carried second = lab.published(207, "silent").next();
    Recovery recovery;
    Replica lonely;
    try (Standstill commits = Standstill.ofCommits(lab.state(), lab.lakeName())) {
      lab.complete(second);
      Runs.Try attempt = lab.runs().awaitStage(second, "swap");
      lonely = lab.replica(attempt.owner());
      lonely.database().fallSilent();
      recovery = new Recovery();
      Runs.Try next = lab.runs().awaitAttemptAfter(second, attempt.attempt());
      assertThat(lonely.is(next.owner())).isFalse();
    }
    lab.runs().awaitDone(second);
    Duration took = recovery.time();
    lonely.database().mend();
    lab.table().add(lab, "one replica cut off from PostgreSQL beyond its lease", took, second);
    // Its session is given the time to do harm.
    pause(Duration.ofSeconds(2));
    lab.endState().published(second);
    lab.endState().live(second);
    stillWorks(lonely);
  }

  /** It takes work again once it is back. */
  private void stillWorks(Replica replica) {
    Awaitility.await(replica + " works again")
        .atMost(Duration.ofSeconds(60))
        .until(
            () -> {
              Carried more = new Carried(208, "back_" + Long.toString(System.nanoTime(), 36), 1);
              lab.complete(more);
              lab.runs().awaitDone(more);
              lab.endState().published(more);
              return lab.runs().attempts(more).stream().anyMatch(one -> replica.is(one.owner()));
            });
  }

  private static void pause(Duration time) {
    Awaitility.await().pollDelay(time).atMost(time.plusSeconds(5)).until(() -> true);
  }
}
