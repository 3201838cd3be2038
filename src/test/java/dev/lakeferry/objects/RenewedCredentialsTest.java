package dev.lakeferry.objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lakeferry.failure.RetryableFailure;
import dev.lakeferry.testing.TurnedClock;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;

class RenewedCredentialsTest {
  private static final Duration RENEW_BEFORE = Duration.ofMinutes(20);

  private final TurnedClock clock = new TurnedClock(Instant.parse("2026-01-02T03:04:05Z"));
  private Duration life = Duration.ofHours(1);
  private RuntimeException failure;
  private int asked;

  private final RenewedCredentials credentials =
      new RenewedCredentials("a role", this::next, RENEW_BEFORE, clock);

  private AwsSessionCredentials next() {
    asked++;
    if (failure != null) {
      throw failure;
    }
    return AwsSessionCredentials.builder()
        .accessKeyId("key")
        .secretAccessKey("secret")
        .sessionToken("token-" + asked)
        .expirationTime(clock.instant().plus(life))
        .build();
  }

  private String token() {
    return ((AwsSessionCredentials) credentials.resolveCredentials()).sessionToken();
  }

  private static RetryableFailure away() {
    return new RetryableFailure(RetryableFailure.Cause.CONNECTION, "nobody answers", null);
  }

  @Test
  void theyAreKeptUntilTheyAreDue() {
    assertThat(token()).isEqualTo("token-1");
    clock.turn(Duration.ofMinutes(39));
    assertThat(token()).isEqualTo("token-1");
    assertThat(asked).isEqualTo(1);
  }

  @Test
  void theyAreRenewedWellBeforeTheirEnd() {
    token();
    clock.turn(Duration.ofMinutes(40));
    assertThat(token()).isEqualTo("token-2");
  }

  @Test
  void shortOnesAreRenewedAtHalfOfTheirLife() {
    life = Duration.ofMinutes(15);
    token();
    clock.turn(Duration.ofMinutes(7));
    assertThat(token()).isEqualTo("token-1");
    clock.turn(Duration.ofMinutes(1));
    assertThat(token()).isEqualTo("token-2");
  }

  @Test
  void goodOnesAreGivenOnWhileTheServiceIsAway() {
    token();
    clock.turn(Duration.ofMinutes(45));
    failure = away();
    assertThat(token()).isEqualTo("token-1");
    assertThat(token()).isEqualTo("token-1");
    assertThat(asked).as("not asked again at once").isEqualTo(2);
    clock.turn(RenewedCredentials.PAUSE);
    failure = null;
    assertThat(token()).isEqualTo("token-3");
  }

  @Test
  void onesThatEndedAreGivenToNobody() {
    token();
    clock.turn(life.minus(RenewedCredentials.LEAST_LEFT));
    failure = away();
    assertThatThrownBy(credentials::resolveCredentials).isSameAs(failure);
    failure = null;
    assertThat(token()).isEqualTo("token-3");
  }

  @Test
  void withoutAnyTheFailureIsTold() {
    failure = away();
    assertThatThrownBy(credentials::resolveCredentials).isSameAs(failure);
  }
}
