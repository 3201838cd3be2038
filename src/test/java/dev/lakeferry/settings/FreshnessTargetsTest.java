package dev.lakeferry.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FreshnessTargetsTest {
  private static final String COPY = "ducklake-copy.data-imports";

  @Test
  void theMostSpecificEntryHoldsAndNoneWhereNoneFits() {
    FreshnessTargets targets = FreshnessTargets.parse("24h, team:7=6h; table:s.t=off");

    assertThat(targets.of(COPY, 1, "s.other")).contains(Duration.ofHours(24));
    assertThat(targets.of(COPY, 7, "s.other")).contains(Duration.ofHours(6));
    assertThat(targets.of(COPY, 7, "s.t")).isEmpty();
    assertThat(FreshnessTargets.parse("").of(COPY, 1, "s.t")).isEmpty();
  }

  @Test
  void whatHasNoTableAndNoWorkflowYetHasItsTeamsTarget() {
    FreshnessTargets targets =
        FreshnessTargets.parse("team:7=6h,table:s.t=1h,workflow:" + COPY + "=2h");

    assertThat(targets.of(null, 7, null)).contains(Duration.ofHours(6));
    assertThat(targets.of(null, 8, null)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "soon | a target is a length of time such as 6h, or off",
        "team:7=6 | a target is a length of time such as 6h, or off",
        "group:7=6h | a scope must be workflow:<name>"
      })
  void aWrongEntryIsNamedWithWhatIsWrong(String text, String message) {
    assertThatThrownBy(
            () ->
                Settings.read(
                    Map.of("LAKEFERRY_PROFILE", "local", "LAKEFERRY_FRESHNESS_TARGET", text), null))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("LAKEFERRY_FRESHNESS_TARGET: '" + text + "': " + message);
  }
}
