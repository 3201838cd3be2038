package dev.lakeferry.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Several replicas on one load, and several generations of one table. */
@Tag("faults")
@ExtendWith(InLab.class)
class RacingReplicasIT {
  private final Lab lab;

  RacingReplicasIT(Lab lab) {
    this.lab = lab;
  }

  @BeforeEach
  void begin() {
    lab.replicas(2);
  }

  @Test
  void anOlderGenerationThatComesLateIsSuperseded() {
    Carried second = lab.published(501, "overtaken").next();
    Carried third = second.next();
    Recovery recovery;
    try (var copies =
        lab.store()
            .trouble(
                request -> request.isCopy() && request.target().contains(second.jobId() + "/"),
                new StoreFault.Wait())) {
      lab.complete(second);
      copies.awaitHits(1);
      lab.complete(third);
      lab.endState().published(third);
      recovery = new Recovery();
    }
    lab.endState().notPublished(second, "stale");
    lab.table()
        .add(lab, "two generations race: the newer one first", recovery.time(), second, third);
    assertThat(lab.runs().attempts(second))
        .last()
        .extracting(Runs.Try::staleReason)
        .isEqualTo("superseded");
    lab.endState().live(third);
  }

  @Test
  void aNewerGenerationWaitsForTheOlderOnesPublication() {
    Carried second = lab.published(502, "waited_for").next();
    Carried third = second.next();
    Recovery recovery;
    try (Standstill commits = Standstill.ofCommits(lab.state(), lab.lakeName())) {
      lab.complete(second);
      lab.runs().awaitStage(second, "swap");
      lab.complete(third);
      lab.runs().awaitStage(third, "waiting");
      recovery = new Recovery();
    }
    lab.endState().published(second, third);
    lab.table()
        .add(lab, "two generations race: the older one first", recovery.time(), second, third);
    lab.endState().live(third);
  }

  @Test
  void fourReplicasCarryOneLoad() {
    lab.replicas(4);
    List<Carried> load = new ArrayList<>();
    for (int i = 0; i < 24; i++) {
      load.add(new Carried(510 + i % 4, "load_" + i, 1));
    }
    Recovery recovery = new Recovery();
    load.forEach(lab::complete);
    lab.endState().published(load);
    lab.table().add(lab, "four replicas, no fault", recovery.time(), load);
    load.forEach(lab.endState()::live);
    Set<String> owners =
        load.stream()
            .flatMap(carried -> lab.runs().attempts(carried).stream())
            .map(Runs.Try::owner)
            .collect(Collectors.toSet());
    assertThat(owners).as("who took part").hasSizeGreaterThan(1);
    lab.onlyReplicas(2);
  }
}
