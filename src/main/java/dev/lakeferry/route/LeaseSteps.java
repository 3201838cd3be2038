package dev.lakeferry.route;

import dev.lakeferry.job.Leases;
import dev.lakeferry.metrics.ServiceMeters;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes back what dead workers had claimed: the bean {@code leases} of the routes. */
public final class LeaseSteps {
  private static final Logger LOG = LoggerFactory.getLogger(LeaseSteps.class);

  private final Leases leases;
  private final ServiceMeters meters;

  LeaseSteps(Parts parts, ServiceMeters meters) {
    this.meters = meters;
    this.leases = parts.leases();
  }

  /** Ends the attempts whose lease ran out, and makes their runs due again. */
  public void sweep() {
    Leases.Swept swept = leases.sweep();
    count(swept);
    if (swept.any()) {
      LOG.info(
          "Leases that ran out: {} attempts ended stale, {} were found published, {} runs quarantined,"
              + " {} claimed runs given back",
          swept.stale(),
          swept.completed(),
          swept.quarantined(),
          swept.due());
    }
  }

  private void count(Leases.Swept swept) {
    meters.leasesLost("stale", swept.stale());
    meters.leasesLost("completed", swept.completed());
    meters.leasesLost("quarantined", swept.quarantined());
    meters.leasesLost("due", swept.due());
  }
}
