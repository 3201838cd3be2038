package dev.lakeferry.landing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class PrefixChoicePropertiesTest {
  private static final LandingPrefix BASE = new LandingPrefix("lake/s/t/_imports/schema/job/");

  @Property
  void neverChoosesWhatTheCatalogNamesOrAnotherLandingUsed(
      @ForAll("landings") List<EarlierLanding> earlier, @ForAll("named") Set<LandingPrefix> named) {
    LandingPrefix chosen = new PrefixChoice("own", "plan", earlier, named::contains).choose(BASE);

    assertThat(named).doesNotContain(chosen);
    assertThat(earlier)
        .filteredOn(landing -> landing.prefix().equals(chosen))
        .allSatisfy(
            landing -> {
              assertThat(landing.token()).isEqualTo("own");
              assertThat(landing.planDigest()).isEqualTo("plan");
              assertThat(landing.commitSent()).isFalse();
              assertThat(landing.running()).isFalse();
            });
  }

  @Property
  void choosesTheSameWhateverTheOrder(
      @ForAll("landings") List<EarlierLanding> earlier,
      @ForAll("named") Set<LandingPrefix> named,
      @ForAll Random random) {
    List<EarlierLanding> shuffled = new ArrayList<>(earlier);
    Collections.shuffle(shuffled, random);

    assertThat(new PrefixChoice("own", "plan", shuffled, named::contains).choose(BASE))
        .isEqualTo(new PrefixChoice("own", "plan", earlier, named::contains).choose(BASE));
  }

  @Property
  void isTheLowestThatMayBeUsed(@ForAll("landings") List<EarlierLanding> earlier) {
    PrefixChoice choice = new PrefixChoice("own", "plan", earlier, prefix -> false);

    LandingPrefix chosen = choice.choose(BASE);

    for (LandingPrefix lower = BASE; !lower.equals(chosen); lower = after(lower)) {
      LandingPrefix passedOver = lower;
      assertThat(earlier)
          .anyMatch(
              landing ->
                  landing.prefix().equals(passedOver) && !landing.mayBeResumedBy("own", "plan"));
    }
  }

  @Provide
  Arbitrary<List<EarlierLanding>> landings() {
    return Combinators.combine(
            prefixes(),
            Arbitraries.of("plan", "plan", "plan", "other"),
            Arbitraries.of("own", "own", "own", "other"),
            Arbitraries.of(false, false, true),
            Arbitraries.of(false, false, true))
        .as(EarlierLanding::new)
        .list()
        .ofMaxSize(12);
  }

  @Provide
  Arbitrary<Set<LandingPrefix>> named() {
    return prefixes().set().ofMaxSize(4);
  }

  private static Arbitrary<LandingPrefix> prefixes() {
    return Arbitraries.integers()
        .between(0, 5)
        .map(number -> number == 0 ? BASE : BASE.sibling("own", number));
  }

  private static LandingPrefix after(LandingPrefix prefix) {
    if (prefix.equals(BASE)) {
      return BASE.sibling("own", 1);
    }
    String key = prefix.key();
    int number = Integer.parseInt(key.substring(key.lastIndexOf('-') + 1, key.length() - 1));
    return BASE.sibling("own", number + 1);
  }
}
