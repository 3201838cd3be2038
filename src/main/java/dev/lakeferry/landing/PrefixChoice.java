package dev.lakeferry.landing;

import dev.lakeferry.failure.FinalFailure;
import java.util.List;

/**
 * Chooses where an attempt lands. A pure function of what is remembered and of what the catalog
 * names.
 *
 * <p>A prefix is taken up again only by the same generation with the same plan, so that a retry
 * copies just what is missing. It is left for a sibling once COMMIT was sent (a lost COMMIT may
 * land later and name its objects), while another attempt may still write there, and whenever the
 * catalog names anything below it.
 */
public final class PrefixChoice {

  /** More landings of one job than this mean that something goes round in circles. */
  private static final int MOST_SIBLINGS = 10_000;

  private final String token;
  private final String planDigest;
  private final List<EarlierLanding> earlier;
  private final CatalogNames catalog;

  /**
   * Takes what decides.
   *
   * @param token the generation's
   * @param earlier all landings that were begun under the base prefix or a sibling of it, whatever
   *     run began them
   * @param catalog asked only about prefixes that would be taken otherwise
   */
  public PrefixChoice(
      String token, String planDigest, List<EarlierLanding> earlier, CatalogNames catalog) {
    this.token = token;
    this.planDigest = planDigest;
    this.earlier = List.copyOf(earlier);
    this.catalog = catalog;
  }

  /**
   * The base if it may be used, else the sibling of the lowest number that may.
   *
   * @throws FinalFailure if there is none among the first 10,000
   */
  public LandingPrefix choose(LandingPrefix base) {
    LandingPrefix candidate = base;
    for (int number = 1; number <= MOST_SIBLINGS; number++) {
      if (isFree(candidate)) {
        return candidate;
      }
      candidate = base.sibling(token, number);
    }
    throw new FinalFailure(
        "The job that lands under "
            + base
            + " has no landing prefix left: "
            + MOST_SIBLINGS
            + " were used or are named by the catalog. Nothing was written; find out why the job is"
            + " tried without end.");
  }

  private boolean isFree(LandingPrefix candidate) {
    return earlier.stream()
            .filter(landing -> landing.prefix().equals(candidate))
            .allMatch(landing -> landing.mayBeResumedBy(token, planDigest))
        && !catalog.anythingBelow(candidate);
  }
}
