package dev.lakeferry.landing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lakeferry.failure.FinalFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrefixChoiceTest {
  private static final LandingPrefix BASE = new LandingPrefix("s/t/_imports/schema/job/");

  @ParameterizedTest(name = "{0} {1}, COMMIT sent {2}, running {3}: {4}")
  @CsvSource({
    "token, plan, false, false, job",
    "token, plan, true, false, job__token-1",
    "token, plan, false, true, job__token-1",
    "token, other, false, false, job__token-1",
    "other, plan, false, false, job__token-1",
    "other, other, true, true, job__token-1",
  })
  void theBaseIsTakenUpOnlyByTheSameGenerationAndPlan(
      String token, String plan, boolean commitSent, boolean running, String chosen) {
    EarlierLanding earlier = new EarlierLanding(BASE, plan, token, commitSent, running);

    assertThat(choose(List.of(earlier), Set.of())).isEqualTo(prefix(chosen));
  }

  @Test
  void theFirstLandingTakesTheBase() {
    assertThat(choose(List.of(), Set.of())).isEqualTo(BASE);
  }

  @Test
  void oneBadLandingAmongGoodOnesIsEnough() {
    assertThat(
            choose(
                List.of(
                    new EarlierLanding(BASE, "plan", "token", false, false),
                    new EarlierLanding(BASE, "plan", "token", true, false)),
                Set.of()))
        .isEqualTo(prefix("job__token-1"));
  }

  @Test
  void aSiblingIsTakenUpByTheSameRule() {
    EarlierLanding committed = new EarlierLanding(BASE, "plan", "token", true, false);
    LandingPrefix first = prefix("job__token-1");

    assertThat(
            choose(
                List.of(committed, new EarlierLanding(first, "plan", "token", false, false)),
                Set.of()))
        .isEqualTo(first);
    assertThat(
            choose(
                List.of(committed, new EarlierLanding(first, "plan", "token", true, false)),
                Set.of()))
        .isEqualTo(prefix("job__token-2"));
  }

  @Test
  void whatTheCatalogNamesIsLeftAlone() {
    assertThat(choose(List.of(), Set.of("job", "job__token-1", "job__token-3")))
        .isEqualTo(prefix("job__token-2"));
  }

  @Test
  void theCatalogIsAskedOnlyAboutCandidates() {
    List<LandingPrefix> asked = new ArrayList<>();
    EarlierLanding committed = new EarlierLanding(BASE, "plan", "token", true, false);

    new PrefixChoice(
            "token",
            "plan",
            List.of(committed),
            prefix -> {
              asked.add(prefix);
              return false;
            })
        .choose(BASE);

    assertThat(asked).containsExactly(prefix("job__token-1"));
  }

  @Test
  void aJobWithoutEndIsEnded() {
    PrefixChoice never = new PrefixChoice("token", "plan", List.of(), prefix -> true);

    assertThatThrownBy(() -> never.choose(BASE)).isInstanceOf(FinalFailure.class);
  }

  private static LandingPrefix choose(List<EarlierLanding> earlier, Set<String> named) {
    return new PrefixChoice(
            "token",
            "plan",
            earlier,
            asked -> named.stream().map(PrefixChoiceTest::prefix).anyMatch(asked::equals))
        .choose(BASE);
  }

  private static LandingPrefix prefix(String job) {
    return new LandingPrefix("s/t/_imports/schema/" + job + "/");
  }
}
