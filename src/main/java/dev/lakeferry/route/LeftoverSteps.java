package dev.lakeferry.route;

import dev.lakeferry.upkeep.LeftoverSweep;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes what unpublished attempts left in the bucket: the bean {@code leftovers} of the routes.
 */
public final class LeftoverSteps {
  private static final Logger LOG = LoggerFactory.getLogger(LeftoverSteps.class);

  private final Parts parts;
  private final LeftoverSweep sweep;
  private final Counters counters;

  LeftoverSteps(Parts parts, Counters counters) {
    this.counters = counters;
    this.parts = parts;
    this.sweep = parts.leftovers();
  }

  /** Sweeps once, as the settings say. */
  public void sweep() {
    boolean remove = parts.settings().text("lakeferry.leftovers").equals("remove");
    LeftoverSweep.Swept swept = sweep.sweep(LeftoverSweep.Limits.of(parts.settings(), remove));
    if (remove) {
      counters
          .meters()
          .ifPresent(
              meters ->
                  meters.swept(swept.removed().size(), swept.bytes(), swept.shadows().size()));
    }
    if (swept.removed().isEmpty() && swept.shadows().isEmpty() && swept.kept() == 0) {
      return;
    }
    LOG.info(
        "Leftovers of unpublished attempts: {} objects ({} bytes) and {} shadow tables {}, {} kept,"
            + " {} tables busy",
        swept.removed().size(),
        swept.bytes(),
        swept.shadows().size(),
        remove ? "removed" : "would be removed",
        swept.kept(),
        swept.busy());
  }
}
