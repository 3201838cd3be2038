package dev.lakeferry.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Positive;
import org.junit.jupiter.api.Test;

class SessionNameTest {

  @Test
  void namesAttemptAndEndOfTheRun() {
    assertThat(name(7, "ducklake-register-data-imports-12-a1b2c3-job-1", 2))
        .startsWith("lakeferry #7 ")
        .endsWith("-data-imports-12-a1b2c3-job-1 attempt 2")
        .hasSize(63);
  }

  @Property
  void fitsWhatTheServerKeepsAndBeginsWithTheAttemptsId(
      @ForAll @Positive long id, @ForAll String run, @ForAll @Positive int number) {
    assertThat(name(id, run, number)).hasSizeLessThanOrEqualTo(63).matches("[ -~]*");
    assertThat(name(id, run, number)).startsWith(SessionName.prefix(id));
  }

  private static String name(long id, String run, int number) {
    return SessionName.of(RunningAttempt.of(id, run, number, 1, "w", Instant.EPOCH)).value();
  }
}
