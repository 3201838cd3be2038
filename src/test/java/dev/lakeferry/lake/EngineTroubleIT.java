package dev.lakeferry.lake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.testing.TestLake;
import org.junit.jupiter.api.Test;

/** An engine that broke is told until another one was built. */
class EngineTroubleIT {
  @Test
  void anEngineThatBrokeIsToldUntilTheNextIsBuilt() {
    try (TestLake place = new TestLake()) {
      Lake lake = place.lake();
      try (LakeSession session = lake.open("fine")) {
        assertThat(lake.trouble()).isEmpty();
        session.discardEngine();
      }
      assertThat(lake.trouble()).hasValueSatisfying(why -> assertThat(why).contains("broke"));
      assertThat(lake.discarded()).isEqualTo(1);

      lake.mend();

      assertThat(lake.trouble()).isEmpty();
      try (LakeSession session = lake.open("again")) {
        assertThat(session.number("FROM ducklake_current_snapshot(?)", Lake.ALIAS)).isNotNegative();
      }
      assertThat(lake.discarded()).isEqualTo(1);
    }
  }
}
