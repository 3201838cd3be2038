package dev.lakeferry.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.failure.RetryableFailure;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class FailureKindTest {

  @Test
  void theRunsOwnFailureDecidesWhateverItIsWrappedIn() {
    var busy = new RetryableFailure(RetryableFailure.Cause.BUSY, "busy", null);
    assertThat(FailureKind.of(new RuntimeException(busy))).isEqualTo(FailureKind.RETRYABLE);
    var lost = new SQLException("lost", "08006");
    assertThat(FailureKind.of(new FinalFailure("told", lost))).isEqualTo(FailureKind.FINAL);
  }

  @Test
  void aLostConnectionOrAConflictMayPassAnythingElseIsFinal() {
    assertThat(FailureKind.of(new RuntimeException(new SQLException("x", "57P01"))))
        .isEqualTo(FailureKind.RETRYABLE);
    assertThat(FailureKind.of(new SQLException("x", "40001"))).isEqualTo(FailureKind.RETRYABLE);
    assertThat(FailureKind.of(new SQLException("x", "42P01"))).isEqualTo(FailureKind.FINAL);
    assertThat(FailureKind.of(new NullPointerException())).isEqualTo(FailureKind.FINAL);
  }
}
