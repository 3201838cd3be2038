package dev.lakeferry.upkeep;

import dev.lakeferry.lake.Catalog;
import dev.lakeferry.lake.DroppedStatistics;
import dev.lakeferry.lake.DroppedStatistics.Counts;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Statistics of tables that are gone: counted, and deleted where that is switched on. */
final class StatisticsStep implements UpkeepStep {
  private final Catalog catalog;
  private final UpkeepRules rules;

  StatisticsStep(Catalog catalog, UpkeepRules rules) {
    this.catalog = catalog;
    this.rules = rules;
  }

  @Override
  public void run(Pass pass) {
    pass.work(() -> count(pass));
  }

  private Done count(Pass pass) {
    DroppedStatistics statistics = new DroppedStatistics(catalog);
    Counts counts = statistics.count();
    Map<String, Long> figures = new LinkedHashMap<>();
    figures.put("rows_of_live_tables", counts.live());
    figures.put("rows_of_dropped_tables", counts.dropped());
    figures.put("rows_that_nothing_needs", counts.orphaned());
    if (counts.orphaned() == 0) {
      return Done.of(figures, List.of());
    }
    if (!rules.purgeStatistics()) {
      return Done.of(
          figures,
          List.of(
              "statistics that no snapshot needs make commits slow;"
                  + " LAKEFERRY_UPKEEP_PURGE_STATISTICS=true deletes them"));
    }
    if (!pass.dryRun()) {
      figures.put("rows_purged", statistics.purge());
    }
    return Done.of(figures, List.of(), "rows_that_nothing_needs");
  }
}
