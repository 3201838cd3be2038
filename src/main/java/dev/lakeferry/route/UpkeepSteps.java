package dev.lakeferry.route;

import dev.lakeferry.metrics.ServiceMeters;
import dev.lakeferry.upkeep.Step;
import dev.lakeferry.upkeep.UpkeepEntry;
import java.util.List;

/** Keeps the lakes up: the bean {@code upkeep} of the routes. */
public final class UpkeepSteps {
  private final Parts parts;
  private final ServiceMeters meters;

  UpkeepSteps(Parts parts, ServiceMeters meters) {
    this.parts = parts;
    this.meters = meters;
  }

  /**
   * Does one step on every lake, unless another replica does; a lake that is away keeps none of the
   * others.
   *
   * @param step its id, such as {@code expire}
   */
  public void run(String step) {
    Step asked = Step.of(step);
    parts.lakes().each("Upkeep " + asked, parts.errors(), lake -> run(lake, asked));
  }

  private void run(LakeParts lake, Step step) {
    boolean dryRun = parts.settings().text("lakeferry.upkeep").equals("report");
    List<UpkeepEntry> entries = lake.upkeep(parts.state(), parts.errors()).scheduled(step, dryRun);
    entries.forEach(entry -> meters.keptUp(entry.step().id(), entry.outcome().id()));
  }
}
