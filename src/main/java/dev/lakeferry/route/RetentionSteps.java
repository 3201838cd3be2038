package dev.lakeferry.route;

import dev.lakeferry.job.Retention;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Forgets what is old: the bean {@code retention} of the routes. */
public final class RetentionSteps {
  private static final Logger LOG = LoggerFactory.getLogger(RetentionSteps.class);

  private final Parts parts;

  RetentionSteps(Parts parts) {
    this.parts = parts;
  }

  /** Deletes rows that are older than the settings say; never a table's last completed attempt. */
  public void prune() {
    Duration runs = parts.settings().duration("lakeferry.retention.runs");
    Retention.Pruned pruned =
        new Retention(parts.state().jdbi())
            .prune(parts.settings().duration("lakeferry.retention.inbox"), runs, runs, runs);
    LOG.info(
        "Pruned {} completions, {} runs, {} attempts and {} verification results",
        pruned.completions(),
        pruned.runs(),
        pruned.attempts(),
        pruned.results());
  }
}
