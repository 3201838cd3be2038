package dev.lakeferry.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lakeferry.settings.PublishModes.Mode;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PublishModesTest {
  private static final String REGISTER = "ducklake-register.data-imports";

  @Test
  void theMostSpecificEntryHoldsAndSwapWhereNoneFits() {
    PublishModes modes =
        PublishModes.parse("table:s.t=swap; team:7=staged, workflow:" + REGISTER + "=auto");

    assertThat(modes.of(REGISTER, 7, "s.t")).isEqualTo(Mode.SWAP);
    assertThat(modes.of(REGISTER, 7, "s.other")).isEqualTo(Mode.STAGED);
    assertThat(modes.of(REGISTER, 8, "s.other")).isEqualTo(Mode.AUTO);
    assertThat(modes.of("ducklake-copy.data-imports", 8, "s.other")).isEqualTo(Mode.SWAP);
  }

  @Test
  void anEntryWithoutScopeHoldsElsewhereAndTheLaterOfTwoHolds() {
    PublishModes modes = PublishModes.parse("swap, auto, team:7=staged");

    assertThat(modes.of(REGISTER, 7, "s.t")).isEqualTo(Mode.STAGED);
    assertThat(modes.of(REGISTER, 8, "s.t")).isEqualTo(Mode.AUTO);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "stage | a mode is swap, staged, incremental or auto",
        "team:7 | a mode is swap, staged, incremental or auto",
        "team:x=staged | a team is named by its id",
        "group:7=staged | a scope must be workflow:<name>",
        "table:t=staged | a table is named <schema>.<table>",
        "workflow:copy=staged | no workflow is called 'copy'"
      })
  void aWrongEntryIsNamedWithWhatIsWrong(String text, String message) {
    assertThatThrownBy(
            () ->
                Settings.read(
                    Map.of("LAKEFERRY_PROFILE", "local", "LAKEFERRY_PUBLISH_MODE", text), null))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("LAKEFERRY_PUBLISH_MODE: '" + text + "': " + message);
  }
}
