package dev.lakeferry.upkeep;

import dev.lakeferry.objects.ObjectInfo;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What attempts and rollbacks that can no longer publish left in the bucket is removed, by our own
 * sweeps: DuckLake's would take what is landed and not registered yet for orphans.
 */
final class LeftoversStep implements UpkeepStep {
  private final LeftoverSweep sweep;
  private final LeftoverSweep.Limits limits;
  private final DeadRollbacks rollbacks;

  LeftoversStep(LeftoverSweep sweep, LeftoverSweep.Limits limits, DeadRollbacks rollbacks) {
    this.sweep = sweep;
    this.limits = limits;
    this.rollbacks = rollbacks;
  }

  @Override
  public void run(Pass pass) {
    pass.work(() -> sweep(pass));
    pass.work(() -> ofRollbacks(pass));
  }

  private Done sweep(Pass pass) {
    LeftoverSweep.Swept swept =
        sweep.sweep(new LeftoverSweep.Limits(limits.age(), limits.budget(), !pass.dryRun()));
    Map<String, Long> figures = new LinkedHashMap<>();
    figures.put("objects", (long) swept.removed().size());
    figures.put("bytes", swept.bytes());
    figures.put("shadow_tables", (long) swept.shadows().size());
    figures.put("objects_kept", swept.kept());
    figures.put("tables_busy", (long) swept.busy());
    return Done.of(figures, List.of(), "objects", "shadow_tables");
  }

  private Done ofRollbacks(Pass pass) {
    if (!pass.dryRun()) {
      rollbacks.resolve();
    }
    List<ObjectInfo> found = rollbacks.leftovers(limits.age(), !pass.dryRun());
    return Done.of(
        Map.of("objects_of_rollbacks", (long) found.size()), List.of(), "objects_of_rollbacks");
  }
}
