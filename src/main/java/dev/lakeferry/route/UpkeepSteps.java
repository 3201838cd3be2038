package dev.lakeferry.route;

import dev.lakeferry.upkeep.Step;
import dev.lakeferry.upkeep.UpkeepEntry;
import java.util.List;

/** Keeps the lake up: the bean {@code upkeep} of the routes. */
public final class UpkeepSteps {
  private final Parts parts;
  private final Counters counters;

  UpkeepSteps(Parts parts, Counters counters) {
    this.parts = parts;
    this.counters = counters;
  }

  /**
   * Does one step, unless another replica does.
   *
   * @param step its id, such as {@code expire}
   */
  public void run(String step) {
    boolean dryRun = parts.settings().text("lakeferry.upkeep").equals("report");
    List<UpkeepEntry> entries = parts.upkeep().scheduled(Step.of(step), dryRun);
    counters
        .meters()
        .ifPresent(
            meters ->
                entries.forEach(entry -> meters.keptUp(entry.step().id(), entry.outcome().id())));
  }
}
