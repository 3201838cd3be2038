package dev.lakeferry.route;

import dev.lakeferry.publish.Increment;
import java.util.Optional;

/**
 * A plan beside the live generation.
 *
 * @param increment what changed; empty if it cannot be published incrementally
 * @param unchanged which share of the plan's bytes is live already; 0 to 1
 * @param impossible why it cannot be, as a clause; empty if it can
 */
record Compared(Optional<Increment> increment, double unchanged, Optional<String> impossible) {

  static Compared impossible(String why) {
    return new Compared(Optional.empty(), 0, Optional.of(why));
  }

  static Compared possible(Increment increment, double unchanged) {
    return new Compared(Optional.of(increment), unchanged, Optional.empty());
  }
}
