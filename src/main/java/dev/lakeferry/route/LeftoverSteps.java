package dev.lakeferry.route;

import dev.lakeferry.metrics.ServiceMeters;
import dev.lakeferry.upkeep.LeftoverSweep;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes what unpublished attempts left in the bucket: the bean {@code leftovers} of the routes.
 */
public final class LeftoverSteps {
  private static final Logger LOG = LoggerFactory.getLogger(LeftoverSteps.class);

  private final Parts parts;
  private final ServiceMeters meters;

  LeftoverSteps(Parts parts, ServiceMeters meters) {
    this.meters = meters;
    this.parts = parts;
  }

  /** Sweeps every lake once, as the settings say; one that is away keeps none of the others. */
  public void sweep() {
    parts.lakes().each("The sweep of leftovers", parts.errors(), this::sweep);
  }

  private void sweep(LakeParts lake) {
    boolean remove = parts.settings().text("lakeferry.leftovers").equals("remove");
    LeftoverSweep.Swept swept =
        lake.leftovers(parts.state()).sweep(LeftoverSweep.Limits.of(parts.settings(), remove));
    if (remove) {
      meters.swept(swept.removed().size(), swept.bytes(), swept.shadows().size());
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
