package dev.lakeferry.overview;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RunFactsTest {

  @Test
  void stagesComeInTheOrderOfTheWorkAndTheCurrentOneGrows() {
    assertThat(Stages.of("{\"land\": 40, \"plan\": 10, \"odd\": 1, \"text\": \"x\"}", "land", 5))
        .containsExactly(
            new StageLine("plan", 10, false),
            new StageLine("land", 45, true),
            new StageLine("odd", 1, false));
  }

  @Test
  void aStageThatHasNoTimeYetIsShown() {
    assertThat(Stages.of("{}", "plan", 7)).containsExactly(new StageLine("plan", 7, true));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "[]", "null", "not json", "7"})
  void timingsThatAreNoneAreNone(String odd) {
    assertThat(Stages.of(odd, null, 0)).isEmpty();
  }

  @Test
  void progressTellsRateAndTimeLeft() {
    assertThat(Progress.of(100, 400, 25_000, 10_000))
        .isEqualTo(new Progress(100, 400, 25_000, 25, 2_500L, 30L));
  }

  @Test
  void progressThatDoesNotMoveHasNoRate() {
    assertThat(Progress.of(0, 400, 0, 10_000)).isEqualTo(new Progress(0, 400, 0, 0, null, null));
    assertThat(Progress.of(400, 400, 9, 0)).isEqualTo(new Progress(400, 400, 9, 100, null, null));
    assertThat(Progress.of(0, 0, 0, 5).percent()).isZero();
  }

  @Test
  void aCursorComesBackAsItWasWhateverTheIdHolds() {
    RunCursor cursor = new RunCursor(Instant.parse("2026-01-02T03:04:05.000006Z"), "a,b/ü,1");

    assertThat(RunCursor.parse(cursor.text())).isEqualTo(cursor);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "!!!", "MQ", "MSwy", "OTk5OTk5OTk5OTk5OTk5OTk5OSwxLGE"})
  void aForeignCursorIsRefused(String text) {
    assertThatThrownBy(() -> RunCursor.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("leave it out to begin anew");
  }

  @ParameterizedTest
  @CsvSource({
    "-5, 0 s",
    "59, 59 s",
    "60, 1 min",
    "61, 1 min 1 s",
    "600, 10 min",
    "5400, 1 h 30 min",
    "36000, 10 h",
    "90000, 1 d 1 h",
    "864000, 10 d"
  })
  void agesAreToldInTwoUnitsAtMost(long seconds, String words) {
    assertThat(Ages.words(seconds)).isEqualTo(words);
  }
}
