package dev.lakeferry.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DuckgresProbesTest {
  private static final Instant NOW = Instant.parse("2026-01-10T00:00:00Z");

  @Test
  void aCheckpointThatRanOrWasScheduledLatelyIsAWarningThatNamesTheSetting() {
    Optional<Instant> yesterday = Optional.of(NOW.minus(Duration.ofHours(23)));
    Optional<Instant> before = Optional.of(NOW.minus(Duration.ofDays(3)));
    assertThat(DuckgresCheckpoint.judge(before, yesterday, NOW))
        .satisfies(
            finding -> {
              assertThat(finding.result()).isEqualTo(Result.WARNING);
              assertThat(finding.found()).contains("2026-01-09T01:00:00Z");
              assertThat(finding.change()).contains("DUCKGRES_DUCKLAKE_CHECKPOINT_INTERVAL=0s");
            });
    assertThat(DuckgresCheckpoint.judge(yesterday, Optional.empty(), NOW).result())
        .isEqualTo(Result.WARNING);
  }

  @Test
  void aCheckpointThatIsLongAgoIsOff() {
    Optional<Instant> before = Optional.of(NOW.minus(Duration.ofDays(3)));
    assertThat(DuckgresCheckpoint.judge(Optional.empty(), before, NOW).result())
        .isEqualTo(Result.OK);
    assertThat(DuckgresCheckpoint.judge(before, Optional.empty(), NOW).result())
        .isEqualTo(Result.OK);
    assertThat(DuckgresCheckpoint.judge(Optional.empty(), Optional.empty(), NOW).result())
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
