package dev.lakeferry.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Law 16: snapshots by which conflicts are seen are never expired. */
class RetentionSettingTest {
  private static Settings read(String... variableAndValue) {
    Map<String, String> environment = new HashMap<>(Map.of("LAKEFERRY_PROFILE", "local"));
    for (int i = 0; i < variableAndValue.length; i += 2) {
      environment.put(variableAndValue[i], variableAndValue[i + 1]);
    }
    return Settings.read(environment, null);
  }

  @Test
  void aWeekIsKeptUnlessSaidOtherwise() {
    assertThat(read().duration("lakeferry.upkeep.retention")).isEqualTo(Duration.ofDays(7));
    assertThat(read("LAKEFERRY_UPKEEP_RETENTION", "24h").duration("lakeferry.upkeep.retention"))
        .isEqualTo(Duration.ofHours(24));
  }

  @Test
  void lessThanADayOrThanATimeBudgetIsRefused() {
    assertThatThrownBy(() -> read("LAKEFERRY_UPKEEP_RETENTION", "23h"))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("LAKEFERRY_UPKEEP_RETENTION must be at least 24h");
    assertThatThrownBy(
            () -> read("LAKEFERRY_UPKEEP_RETENTION", "2d", "LAKEFERRY_COPIES_TIME_BUDGET", "3d"))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining(
            "LAKEFERRY_UPKEEP_RETENTION must be at least LAKEFERRY_COPIES_TIME_BUDGET");
  }
}
