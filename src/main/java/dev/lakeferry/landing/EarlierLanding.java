package dev.lakeferry.landing;

/**
 * What is remembered of a landing that was begun before.
 *
 * @param planDigest of the plan that it carried
 * @param token the generation's
 * @param commitSent whether its attempt ever sent COMMIT, whatever came of it: that COMMIT may land
 *     seconds later and name these objects
 * @param running whether its attempt may still write there
 */
public record EarlierLanding(
    LandingPrefix prefix, String planDigest, String token, boolean commitSent, boolean running) {

  /**
   * Whether the objects that lie there may be taken up by an attempt of this generation and plan.
   */
  boolean mayBeResumedBy(String ownToken, String ownPlanDigest) {
    return token.equals(ownToken) && planDigest.equals(ownPlanDigest) && !commitSent && !running;
  }
}
