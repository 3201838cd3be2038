package dev.lakeferry.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A worker lives, but what it works on stands still: long before its time budget is over it loses
 * its lease, and another replica goes on.
 */
@Tag("faults")
@ExtendWith(InLab.class)
class StuckWorkerIT {
  private final Lab lab;

  StuckWorkerIT(Lab lab) {
    this.lab = lab;
  }

  @BeforeEach
  void begin() {
    lab.onlyReplicas(0);
    for (int i = 1; i <= 2; i++) {
      lab.add("impatient-" + i, Map.of("LAKEFERRY_STALL", "4s"));
    }
    lab.replicas(2);
  }

  @AfterEach
  void end() {
    lab.onlyReplicas(0);
  }

  @Test
  void aStoreThatAcceptsCopiesAndNeverAnswers() {
    Carried second = lab.published(451, "silent_store").next();
    Recovery recovery;
    Runs.Try stuck;
    try (var copies = lab.store().trouble(StoreRequest::isCopy, new StoreFault.Wait())) {
      lab.complete(second);
      copies.awaitHits(2);
      stuck = lab.runs().awaitStage(second, "land");
      recovery = new Recovery();
      lab.runs().awaitAttemptAfter(second, stuck.attempt());
    }
    lab.recovered("S3 accepts copies and never answers: landing", recovery, second);
    assertThat(lab.runs().attempts(second).get(0).staleReason()).isEqualTo("lease_lost");
    assertThat(lab.replica(stuck.owner()).isAlive()).isTrue();
  }

  @Test
  void aCommitThatWaitsForALockOfTheCatalog() {
    Carried second = lab.published(452, "locked_catalog").next();
    Recovery recovery;
    Runs.Try stuck;
    try (Standstill snapshots = lab.commitsStandStill()) {
      lab.complete(second);
      stuck = lab.runs().awaitCommitSent(second);
      recovery = new Recovery();
      lab.runs().awaitAttemptAfter(second, stuck.attempt());
    }
    lab.recovered("a lock of the catalog holds COMMIT", recovery, second);
    assertThat(lab.runs().attempts(second).get(0).staleReason()).isEqualTo("lease_lost");
    assertThat(lab.replica(stuck.owner()).isAlive()).isTrue();
  }
}
