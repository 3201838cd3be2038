package dev.lakeferry.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** When a run is tried again. */
class RetryPolicyPropertiesTest {
  private static final Duration BASE = Duration.ofSeconds(10);
  private static final Duration LONGEST = Duration.ofMinutes(10);

  @Property
  void aWaitLiesBetweenNothingAndTheDoubledBaseAndNeverAboveTheLongest(
      @ForAll @IntRange(min = 1, max = 1_000) int made, @ForAll long seed) {
    RetryPolicy policy = new RetryPolicy(Integer.MAX_VALUE, BASE, LONGEST);
    Duration wait = policy.waitAfter(made, new Random(seed)).orElseThrow();

    assertThat(wait).isBetween(Duration.ZERO, LONGEST);
    if (made <= 6) {
      assertThat(wait).isLessThanOrEqualTo(BASE.multipliedBy(1L << (made - 1)));
    }
  }

  @Property
  void noTryFollowsTheLast(
      @ForAll @IntRange(min = 1, max = 20) int attempts,
      @ForAll @IntRange(min = 1, max = 40) int made) {
    RetryPolicy policy = new RetryPolicy(attempts, BASE, LONGEST);
    assertThat(policy.waitAfter(made, new Random(1)).isPresent()).isEqualTo(made < attempts);
  }

  @Test
  void theJitterIsFullSoThatManyRunsDoNotComeBackAtOnce() {
    RetryPolicy policy = new RetryPolicy(5, BASE, LONGEST);
    Random random = new Random(7);
    double mean =
        random
            .ints(10_000)
            .mapToLong(i -> policy.waitAfter(3, random).orElseThrow().toMillis())
            .average()
            .orElseThrow();
    assertThat(mean).isBetween(19_000.0, 21_000.0);
  }
}
