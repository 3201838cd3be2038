package dev.lakeferry.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FlagdServerTest {
  private static final String FLAG = "ducklake-data-imports-registration-workflow";
  private static final GateSubject TEAM_7 = new GateSubject(7, "uuid-7", "organisation-a");
  private static final GateSubject TEAM_8 = new GateSubject(8, "uuid-8", "organisation-b");

  /** Long enough for a machine that is busy. */
  private static final Duration PATIENT = Duration.ofSeconds(20);

  private static final Duration IMPATIENT = Duration.ofMillis(500);

  private final FakeFlagd flagd =
      new FakeFlagd(
          FLAG,
          request ->
              request.getContext().getFieldsOrThrow("team_id").getNumberValue() == 7
                  && request
                      .getContext()
                      .getFieldsOrThrow("organization_id")
                      .getStringValue()
                      .equals("organisation-a"));
  private final List<String> failures = new CopyOnWriteArrayList<>();
  private final Gate gate = gate(flagd.port(), PATIENT);

  private Gate gate(int port, Duration deadline) {
    return new Gate(
        new FlagdServer("localhost", port, false, Optional.empty(), deadline),
        deadline,
        (flag, kind) -> failures.add(kind));
  }

  @AfterEach
  void close() {
    gate.close();
    flagd.close();
  }

  @Test
  void theServerDecidesByTeamAndOrganisation() {
    assertThat(gate.decide(FLAG, TEAM_7))
        .isEqualTo(new GateDecision(true, "TARGETING_MATCH", false));
    assertThat(gate.decide(FLAG, TEAM_8)).isEqualTo(new GateDecision(false, "DEFAULT", false));
    assertThat(failures).isEmpty();
  }

  @Test
  void everyDecisionIsAskedForAnew() {
    gate.decide(FLAG, TEAM_7);
    gate.decide(FLAG, TEAM_7);
    assertThat(flagd.asked()).hasSize(2);
  }

  @Test
  void aFlagThatTheServerDoesNotKnowIsOffAndCounted() {
    GateDecision decision = gate.decide("unknown", TEAM_7);
    assertThat(decision.open()).isFalse();
    assertThat(decision.error()).isTrue();
    assertThat(failures).containsExactly("FLAG_NOT_FOUND");
  }

  @Test
  void aServerThatIsGoneMeansOffAndOneThatComesBackIsAsked() {
    int port = flagd.port();
    assertThat(gate.decide(FLAG, TEAM_7).open()).isTrue();
    flagd.stop();
    GateDecision decision = gate.decide(FLAG, TEAM_7);
    assertThat(decision.open()).isFalse();
    assertThat(decision.error()).isTrue();
    assertThat(failures).hasSize(1);
    flagd.restart(port);
    await().atMost(Duration.ofSeconds(30)).until(() -> gate.decide(FLAG, TEAM_7).open());
  }

  @Test
  void aServerThatComesUpAfterTheServiceIsAsked() {
    int port = flagd.port();
    flagd.stop();
    try (Gate early = gate(port, IMPATIENT)) {
      assertThat(early.decide(FLAG, TEAM_7).error()).isTrue();
      flagd.restart(port);
      await().atMost(Duration.ofSeconds(30)).until(() -> early.decide(FLAG, TEAM_7).open());
    }
  }

  @Test
  void aServerThatIsSlowIsNotWaitedFor() {
    CountDownLatch never = new CountDownLatch(1);
    flagd.stick(never);
    try (Gate impatient = gate(flagd.port(), IMPATIENT)) {
      long began = System.nanoTime();
      GateDecision decision = impatient.decide(FLAG, TEAM_7);
      assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(3));
      assertThat(decision.open()).isFalse();
      assertThat(decision.error()).isTrue();
      assertThat(failures).hasSize(1);
    } finally {
      never.countDown();
    }
  }
}
