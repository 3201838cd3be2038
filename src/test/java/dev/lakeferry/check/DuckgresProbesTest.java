package dev.lakeferry.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DuckgresProbesTest {
  private static final Instant NOW = Instant.parse("2026-01-10T00:00:00Z");

  @Test
  void aCheckpointThatRanLatelyOrIsScheduledIsAWarningThatNamesTheSetting() {
    for (Optional<Instant> last :
        java.util.List.of(
            Optional.<Instant>empty(), Optional.of(NOW.minus(Duration.ofHours(23))))) {
      Finding finding = DuckgresCheckpoint.judge(last, NOW);
      assertThat(finding.result()).isEqualTo(Result.WARNING);
      assertThat(finding.change()).contains("DUCKGRES_DUCKLAKE_CHECKPOINT_INTERVAL=0s");
    }
    assertThat(DuckgresCheckpoint.judge(Optional.of(NOW.minus(Duration.ofDays(3))), NOW).result())
        .isEqualTo(Result.OK);
  }

  @Test
  void anotherDuckDbThanTheTestedOneIsAWarning() {
    assertThat(DuckgresServer.judge("there", "v1.5.5").result()).isEqualTo(Result.OK);
    assertThat(DuckgresServer.judge("there", "v1.5.6"))
        .satisfies(
            finding -> {
              assertThat(finding.result()).isEqualTo(Result.WARNING);
              assertThat(finding.found()).contains("v1.5.6");
            });
  }
}
