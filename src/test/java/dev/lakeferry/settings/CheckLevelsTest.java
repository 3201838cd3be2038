package dev.lakeferry.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lakeferry.settings.CheckLevels.Level;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CheckLevelsTest {
  private static final String REGISTER = "ducklake-register.data-imports";

  @Test
  void withoutEntriesChecksFailExceptThoseThatOnlyTell() {
    CheckLevels levels = CheckLevels.parse("");

    assertThat(levels.of("row_count", REGISTER, 1, "s.t")).isEqualTo(Level.FAIL);
    assertThat(levels.of("volume", REGISTER, 1, "s.t")).isEqualTo(Level.WARN);
    assertThat(levels.of("columns_in_every_file", REGISTER, 1, "s.t")).isEqualTo(Level.WARN);
  }

  @Test
  void theMostSpecificEntryHolds() {
    CheckLevels levels =
        CheckLevels.parse(
            "table:s.t/volume=off; team:7/volume=fail, workflow:"
                + REGISTER
                + "/volume=warn,volume=off");

    assertThat(levels.of("volume", REGISTER, 7, "s.t")).isEqualTo(Level.OFF);
    assertThat(levels.of("volume", REGISTER, 7, "s.other")).isEqualTo(Level.FAIL);
    assertThat(levels.of("volume", REGISTER, 8, "s.other")).isEqualTo(Level.WARN);
    assertThat(levels.of("volume", "ducklake-copy.data-imports", 8, "s.other"))
        .isEqualTo(Level.OFF);
    assertThat(levels.of("schema", REGISTER, 7, "s.t")).isEqualTo(Level.FAIL);
  }

  @Test
  void ofTwoEntriesOfOneScopeTheLaterHolds() {
    assertThat(CheckLevels.parse("schema=off,schema=warn").of("schema", null, 1, "s.t"))
        .isEqualTo(Level.WARN);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "volme=warn | no check is called 'volme'; did you mean 'volume'?",
        "volume=loud | a level is fail, warn or off",
        "volume | must be check=level or scope/check=level",
        "group:7/volume=off | a scope must be workflow:<name>, team:<id> or table:<schema>.<table>",
        "team:x/volume=off | a team is named by its id",
        "table:x/volume=off | a table is named <schema>.<table>",
        "workflow:ducklake-copy/volume=off | no workflow is called 'ducklake-copy'"
      })
  void aWrongEntryIsNamedWithWhatIsWrong(String text, String message) {
    assertThatThrownBy(() -> CheckLevels.parse("schema=warn," + text))
        .hasMessageContaining("'" + text + "'")
        .hasMessageContaining(message);
  }

  @Test
  void theSettingIsCheckedWithAllOthersAtStart() {
    assertThatThrownBy(
            () ->
                Settings.read(
                    Map.of("LAKEFERRY_PROFILE", "local", "LAKEFERRY_VERIFY_LEVELS", "rows=off"),
                    null))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("LAKEFERRY_VERIFY_LEVELS: 'rows=off': no check is called 'rows'");
  }
}
