package dev.lakeferry.naming;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lakeferry.failure.FinalFailure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SafeJobIdTest {

  @ParameterizedTest
  @ValueSource(strings = {"018f3c1e-7d2a-7000-8000-0123456789ab", "job_1", "A"})
  void keepsASafeId(String jobId) {
    assertThat(SafeJobId.of(jobId)).isEqualTo(jobId);
  }

  @Test
  void anIdThatHadToBeChangedCarriesAHashOfTheOriginal() {
    assertThat(SafeJobId.of("a/b")).isEqualTo("a_b-c14cddc0");
    assertThat(SafeJobId.of("a_b")).isEqualTo("a_b");
  }

  @ParameterizedTest
  @ValueSource(strings = {"..", "../../other", "a=b", "%2e%2e", "s3://x/**", "a\u0000b"})
  void noIdEscapesItsSegment(String jobId) {
    assertThat(SafeJobId.of(jobId)).matches("[A-Za-z0-9_-]+-[0-9a-f]{8}");
  }

  @Test
  void anEmptyIdStillIsASegment() {
    assertThat(SafeJobId.of("")).isEqualTo("-e3b0c442");
  }

  @Test
  void aLongIdIsCutAndStaysApart() {
    assertThat(SafeJobId.of("j".repeat(100))).isEqualTo("j".repeat(100));
    assertThat(SafeJobId.of("j".repeat(101)))
        .hasSize(109)
        .startsWith("j".repeat(100) + "-")
        .isNotEqualTo(SafeJobId.of("j".repeat(102)));
  }

  @Test
  void aCompletionWithoutAJobIdFailsForGood() {
    assertThatThrownBy(() -> SafeJobId.of(null))
        .isInstanceOf(FinalFailure.class)
        .hasMessageContaining("no job id");
  }
}
