package dev.lakeferry.faults;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** {@code kill -9} at each stage of a second generation; another replica brings it to its end. */
@Tag("faults")
@ExtendWith(InLab.class)
class KilledWorkerIT {
  private final Lab lab;

  KilledWorkerIT(Lab lab) {
    this.lab = lab;
  }

  @BeforeEach
  void begin() {
    lab.replicas(2);
  }

  @Test
  void whenItHasClaimed() {
    Carried second = lab.published(101, "claimed").next();
    Recovery recovery;
    try (Standstill attempts =
        Standstill.ofWritesTo(lab.stateSettings(), "lakeferry.managed_warehouse_source_job")) {
      lab.complete(second);
      recovery = killed(lab.runs().awaitClaim(second));
    }
    lab.recovered("kill -9: claimed", recovery, second);
  }

  @Test
  void whileItPlans() {
    Carried second = lab.published(102, "planned").next();
    Recovery recovery;
    try (var reading =
        lab.store()
            .trouble(
                request -> request.target().contains(second.folderPath()), new StoreFault.Wait())) {
      lab.complete(second);
      reading.awaitHits(1);
      recovery = killed(lab.runs().awaitStage(second, "plan").owner());
    }
    lab.recovered("kill -9: planning", recovery, second);
  }

  @Test
  void whileItLands() {
    Carried second = lab.published(103, "landed").next();
    Recovery recovery;
    try (var copies = lab.store().trouble(StoreRequest::isCopy, new StoreFault.Wait())) {
      lab.complete(second);
      copies.awaitHits(2);
      recovery = killed(lab.runs().awaitStage(second, "land").owner());
    }
    lab.recovered("kill -9: landing", recovery, second);
  }

  @Test
  void beforeItsTransactionBegins() {
    Carried second = lab.published(104, "checked").next();
    Recovery recovery;
    try (var reading = lab.objectsReadIn("check", second)) {
      lab.complete(second);
      reading.awaitHits(1);
      recovery = killed(lab.runs().awaitStage(second, "check").owner());
    }
    lab.recovered("kill -9: before BEGIN", recovery, second);
  }

  @Test
  void whileItRegisters() {
    Carried second = lab.published(105, "registered").next();
    Recovery recovery;
    try (var reading = lab.objectsReadIn("register", second)) {
      lab.complete(second);
      reading.awaitHits(1);
      recovery = killed(lab.runs().awaitStage(second, "register").owner());
    }
    lab.recovered("kill -9: registering", recovery, second);
  }

  @Test
  void whileItVerifies() {
    Carried second = lab.published(106, "verified").next();
    Recovery recovery;
    try (Standstill results =
        Standstill.ofWritesTo(lab.stateSettings(), "lakeferry.verification_result")) {
      lab.complete(second);
      recovery = killed(lab.runs().awaitStage(second, "verify").owner());
    }
    lab.recovered("kill -9: verifying", recovery, second);
  }

  @Test
  void whileItWaitsForItsTurnToCommit() {
    Carried second = lab.published(107, "swapped").next();
    Recovery recovery;
    try (Standstill commits = Standstill.ofCommits(lab.state(), lab.lakeName())) {
      lab.complete(second);
      recovery = killed(lab.runs().awaitStage(second, "swap").owner());
    }
    lab.recovered("kill -9: swapped, before COMMIT", recovery, second);
  }

  @Test
  void atCommit() {
    Carried second = lab.published(108, "committing").next();
    Recovery recovery;
    try (Standstill snapshots = lab.commitsStandStill()) {
      lab.complete(second);
      recovery = killed(lab.runs().awaitCommitSent(second).owner());
    }
    lab.recovered("kill -9: at COMMIT", recovery, second);
  }

  @Test
  void afterCommitBeforeItIsRecorded() {
    Carried second = lab.published(109, "committed").next();
    Standstill snapshots = lab.commitsStandStill();
    Recovery recovery;
    try (snapshots) {
      lab.complete(second);
      Runs.Try attempt = lab.runs().awaitCommitSent(second);
      try (Standstill attempts =
          Standstill.ofWritesTo(lab.stateSettings(), "lakeferry.managed_warehouse_source_job")) {
        snapshots.close();
        lab.runs().awaitCommitted(second, attempt.attempt());
        recovery = killed(attempt.owner());
      }
    }
    lab.recovered("kill -9: after COMMIT, before it was recorded", recovery, second);
    assertThat(lab.runs().attempts(second)).as("the snapshot was found").hasSize(1);
  }

  private Recovery killed(String owner) {
    Recovery recovery = new Recovery();
    lab.kill(owner);
    return recovery;
  }
}
