package dev.lakeferry.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.lakeferry.settings.Secret;
import dev.lakeferry.testing.LogLines;
import dev.lakeferry.testing.TurnedClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PostHogFlagsTest {
  private static final String FLAG = "ducklake-data-imports-registration-workflow";
  private static final GateSubject TEAM_7 = new GateSubject(7, "uuid-7", "organisation-a");
  private static final GateSubject TEAM_8 = new GateSubject(8, "uuid-8", "organisation-b");
  private static final Duration STALE_AFTER = Duration.ofMinutes(5);

  private final FakePostHog posthog = new FakePostHog();
  private final TurnedClock clock = new TurnedClock(Instant.parse("2026-01-02T03:04:05Z"));
  private final List<String> failures = new CopyOnWriteArrayList<>();
  private LogLines log;
  private Gate gate;

  @BeforeEach
  void listen() {
    log = new LogLines();
  }

  @AfterEach
  void close() {
    if (gate != null) {
      gate.close();
    }
    posthog.close();
    log.close();
    assertThat(log.with(FakePostHog.PERSONAL_KEY)).isEmpty();
    assertThat(log.with(FakePostHog.PROJECT_KEY)).isEmpty();
  }

  private void open(String personalKey) {
    gate =
        new Gate(
            new PostHogFlags(
                new PostHogPlace(
                    posthog.host(),
                    new Secret(FakePostHog.PROJECT_KEY),
                    new Secret(personalKey),
                    Duration.ofMillis(50),
                    STALE_AFTER),
                clock),
            Optional.empty(),
            (flag, kind) -> failures.add(kind));
  }

  private void open() {
    open(FakePostHog.PERSONAL_KEY);
  }

  /** A flag that is on where the conditions hold. */
  private static String flag(String key, boolean active, String group, String conditions) {
    return """
    {"id": 1, "name": "", "key": "%s", "active": %s, "version": 1,
     "filters": {"groups": [%s], "aggregation_group_type_index": %s}}
    """
        .formatted(key, active, conditions, group);
  }

  private static String where(String property, String type, String value, int share) {
    return """
    {"properties": [{"key": "%s", "type": "%s", "operator": "exact", "value": %s}],
     "rollout_percentage": %d}
    """
        .formatted(property, type, value, share);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "team_id         | person | null | ['7']",
        "team_id         | person | null | '7'",
        "team_uuid       | person | null | ['uuid-7']",
        "organization_id | person | null | ['organisation-a']",
        "id              | group  | 0    | ['organisation-a']",
        "$group_key      | group  | 0    | ['organisation-a']",
        "id              | group  | 1    | ['7']"
      })
  void conditionsAreOnPersonsOrganisationsAndProjects(
      String property, String type, String group, String value) {
    posthog.flags(flag(FLAG, true, group, where(property, type, value.replace('\'', '"'), 100)));
    open();
    assertThat(gate.decide(FLAG, TEAM_7))
        .isEqualTo(new GateDecision(true, "TARGETING_MATCH", false));
    assertThat(gate.decide(FLAG, TEAM_8)).isEqualTo(new GateDecision(false, "DEFAULT", false));
    assertThat(failures).isEmpty();
  }

  @Test
  void aShareOfTheOrganisationsIsDrawnByTheirKeyAndStaysTheSame() {
    posthog.flags(flag(FLAG, true, "0", "{\"properties\": [], \"rollout_percentage\": 25}"));
    open();
    List<Long> on = LongStream.range(0, 1000).filter(this::isOn).boxed().toList();
    assertThat(on).hasSizeBetween(200, 300);
    assertThat(LongStream.range(0, 1000).filter(this::isOn).boxed().toList()).isEqualTo(on);
  }

  private boolean isOn(long organisation) {
    return gate.decide(FLAG, new GateSubject(1, "uuid", "organisation-" + organisation)).open();
  }

  @Test
  void anOrganisationThatIsNotKnownIsOffWithoutAnError() {
    posthog.flags(flag(FLAG, true, "0", "{\"properties\": [], \"rollout_percentage\": 100}"));
    open();
    assertThat(gate.decide(FLAG, new GateSubject(7, "uuid-7", null)))
        .isEqualTo(new GateDecision(false, "DEFAULT", false));
  }

  @Test
  void aFlagThatIsSwitchedOffIsOff() {
    posthog.flags(flag(FLAG, false, "null", "{\"properties\": [], \"rollout_percentage\": 100}"));
    open();
    assertThat(gate.decide(FLAG, TEAM_7)).isEqualTo(new GateDecision(false, "DISABLED", false));
  }

  @Test
  void aChangeIsSeenWithoutARestartAndUnchangedDefinitionsAreNotSentAgain() {
    posthog.flags(flag(FLAG, true, "null", where("team_id", "person", "[\"8\"]", 100)));
    open();
    assertThat(gate.decide(FLAG, TEAM_7).open()).isFalse();
    await().atMost(Duration.ofSeconds(10)).until(() -> posthog.notModified() > 0);
    posthog.flags(flag(FLAG, true, "null", where("team_id", "person", "[\"7\"]", 100)));
    await().atMost(Duration.ofSeconds(10)).until(() -> gate.decide(FLAG, TEAM_7).open());
  }

  @Test
  void whatCannotBeDecidedHereIsOffAndNobodyIsAsked() {
    posthog.flags(
        flag(FLAG, true, "null", where("email", "person", "[\"a@example.com\"]", 100))
            + ","
            + flag("by-company", true, "2", "{\"properties\": [], \"rollout_percentage\": 100}"));
    open();
    for (String flag : List.of(FLAG, "by-company", "unknown")) {
      GateDecision decision = gate.decide(flag, TEAM_7);
      assertThat(decision.open()).isFalse();
      assertThat(decision.error()).isTrue();
    }
    assertThat(failures).containsExactly("GENERAL", "GENERAL", "FLAG_NOT_FOUND");
    assertThat(posthog.requests())
        .allMatch(
            request ->
                request.equals(
                    "GET /api/feature_flag/local_evaluation/?token=phc_project&send_cohorts"));
  }

  @Test
  void definitionsHoldForAWhileAfterPostHogIsGoneAndThenEveryFlagIsOff() {
    posthog.flags(flag(FLAG, true, "null", where("team_id", "person", "[\"7\"]", 100)));
    open();
    posthog.answer(503);
    log.await("PostHog answered 503");
    clock.turn(STALE_AFTER);
    assertThat(gate.decide(FLAG, TEAM_7).open()).isTrue();
    clock.turn(Duration.ofSeconds(1));
    GateDecision decision = gate.decide(FLAG, TEAM_7);
    assertThat(decision.open()).isFalse();
    assertThat(decision.error()).isTrue();
    assertThat(failures).containsExactly("FLAG_DEFINITIONS");
    posthog.answer(200);
    await().atMost(Duration.ofSeconds(10)).until(() -> gate.decide(FLAG, TEAM_7).open());
  }

  @Test
  void aKeyThatIsRefusedMeansOff() {
    open("phx_another");
    GateDecision decision = gate.decide(FLAG, TEAM_7);
    assertThat(decision.open()).isFalse();
    assertThat(decision.reason()).contains("PostHog answered 401");
    assertThat(failures).containsExactly("FLAG_DEFINITIONS");
  }
}
