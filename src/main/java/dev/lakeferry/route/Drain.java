package dev.lakeferry.route;

import dev.lakeferry.failure.RetryableFailure;
import dev.lakeferry.job.Heartbeats;
import java.time.Duration;
import org.apache.camel.CamelContext;
import org.apache.camel.support.LifecycleStrategySupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end of the service: nothing is claimed any more, what runs may end within the grace time, and
 * the rest is given up, so that another replica takes it at once.
 */
final class Drain extends LifecycleStrategySupport {
  private static final Logger LOG = LoggerFactory.getLogger(Drain.class);
  private static final Duration LAST_WORDS = Duration.ofSeconds(2);

  private final Parts parts;
  private final Readiness readiness;
  private final Heartbeats heartbeats;

  Drain(Parts parts, Readiness readiness) {
    this.parts = parts;
    this.readiness = readiness;
    this.heartbeats = parts.heartbeats();
  }

  /** Camel calls it before it stops the first route. */
  @Override
  public void onContextStopping(CamelContext context) {
    readiness.stop();
    Duration grace = parts.settings().duration("lakeferry.shutdown.grace");
    try {
      int running = heartbeats.watched().size();
      if (running > 0) {
        LOG.info("Stopping: {} runs have {} s to end", running, grace.toSeconds());
      }
      heartbeats.awaitIdle(grace);
      giveUp();
      heartbeats.awaitIdle(LAST_WORDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      LOG.warn(
          "What is still claimed here could not be given back; its lease runs out: {}",
          parts.errors().of(e));
    }
  }

  private void giveUp() {
    int given = parts.leases().giveUp(parts.instance());
    if (given > 0) {
      LOG.warn("Gave up {} runs that did not end in time; another replica takes them now", given);
    }
    RetryableFailure stopped =
        new RetryableFailure(
            RetryableFailure.Cause.LEASE_LOST, "The service stops; the run was given back.", null);
    heartbeats.watched().forEach(watch -> watch.stop(stopped));
  }
}
