package dev.lakeferry.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.overview.AttemptReport;
import dev.lakeferry.overview.StageLine;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimelineTest {
  private static AttemptReport attempt(String status, String stage, StageLine... stages) {
    return new AttemptReport(
        1,
        null,
        status,
        null,
        null,
        stage,
        null,
        null,
        null,
        null,
        0,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        List.of(stages),
        List.of());
  }

  @Test
  void eachBarBeginsWhereTheOneBeforeEnds() {
    List<Timeline.Bar> bars =
        Timeline.of(
            attempt(
                "completed",
                "read back",
                new StageLine("plan", 1_000, false),
                new StageLine("land", 3_000, false)));

    assertThat(bars)
        .containsExactly(
            new Timeline.Bar("plan", 0, 25, 1_000L, "done"),
            new Timeline.Bar("land", 25, 75, 3_000L, "done"));
  }

  @Test
  void aShortStageAtTheEndIsStillSeen() {
    List<Timeline.Bar> bars =
        Timeline.of(
            attempt(
                "completed",
                null,
                new StageLine("land", 1_000_000, false),
                new StageLine("commit", 1, false)));

    assertThat(bars.get(1).width()).isEqualTo(0.8);
    assertThat(bars.get(1).from() + bars.get(1).width()).isLessThanOrEqualTo(100);
  }

  @Test
  void theStageThatFailedIsMarked() {
    assertThat(
            Timeline.of(
                attempt(
                    "failed",
                    "verify",
                    new StageLine("plan", 5, false),
                    new StageLine("verify", 5, false))))
        .extracting(Timeline.Bar::state)
        .containsExactly("done", "failed");
  }

  @Test
  void whileItRunsWhatIsToComeIsShown() {
    assertThat(
            Timeline.of(
                attempt(
                    "running",
                    "verify",
                    new StageLine("plan", 5, false),
                    new StageLine("verify", 0, true))))
        .extracting(bar -> bar.name() + " " + bar.state())
        .containsExactly("plan done", "verify now", "swap next", "commit next", "read back next");
  }
}
