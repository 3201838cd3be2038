package dev.lakeferry.faults;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

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

  @ParameterizedTest
  @EnumSource
  void anotherWorkerBringsItToItsEnd(Stage stage) {
    Carried second = lab.published(101 + stage.ordinal(), "killed").next();
    Recovery recovery;
    try (Stage.Held held = stage.hold(lab, second)) {
      recovery = new Recovery();
      lab.kill(held.owner());
    }
    lab.recovered("kill -9: " + stage, recovery, second);
    if (stage == Stage.COMMITTED) {
      assertThat(lab.runs().attempts(second)).as("the snapshot was found").hasSize(1);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"REGISTERING", "VERIFYING"})
  void anotherWorkerBringsAStagedPublicationToItsEnd(Stage stage) {
    Carried second = lab.published(Lab.STAGED, "killed_" + stage.ordinal()).next();
    Recovery recovery;
    try (Stage.Held held = stage.hold(lab, second)) {
      recovery = new Recovery();
      lab.kill(held.owner());
    }
    lab.recovered("kill -9, staged: " + stage, recovery, second);
  }
}
