package dev.lakeferry.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.job.Attempt;
import dev.lakeferry.job.AttemptStatus;

/** How an attempt has to have ended. */
public final class Outcomes {
  private Outcomes() {}

  /** Published, with no error. */
  public static Attempt completed(Attempt attempt) {
    assertThat(attempt.latestError()).isNull();
    assertThat(attempt.status()).isEqualTo(AttemptStatus.COMPLETED);
    return attempt;
  }

  /** Failed, in whatever way. */
  public static Attempt failed(Attempt attempt) {
    assertThat(attempt.status()).isEqualTo(AttemptStatus.FAILED);
    return attempt;
  }

  /** Failed; {@code retryable} or {@code final}. */
  public static Attempt failed(Attempt attempt, String kind) {
    assertThat(failed(attempt).failureKind()).isEqualTo(kind);
    return attempt;
  }
}
