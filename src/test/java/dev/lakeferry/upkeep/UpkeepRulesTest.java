package dev.lakeferry.upkeep;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class UpkeepRulesTest {
  private static UpkeepRules rules(Duration retention, Duration floor) {
    Duration any = Duration.ofMinutes(1);
    return new UpkeepRules(
        retention, floor, 1, any, 1, 1, 1, 1, false, 0.5, 1, false, any, any, any);
  }

  /** Law 16: memory outlives retention. */
  @Test
  void memoryOutlivesRetentionWhateverTheRetentionSays() {
    Duration hour = Duration.ofHours(1);
    Duration day = Duration.ofHours(24);

    assertThat(rules(hour, day).expireAge()).isEqualTo(day);
    assertThat(rules(day, hour).expireAge()).isEqualTo(day);
  }
}
