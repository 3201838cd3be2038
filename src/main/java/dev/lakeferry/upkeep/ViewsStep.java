package dev.lakeferry.upkeep;

import dev.lakeferry.lake.Catalog;
import dev.lakeferry.lake.LakeMeasures;
import dev.lakeferry.lake.Observability;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Looks after the views for observation, and tells what they are alarmed of. */
final class ViewsStep implements UpkeepStep {
  private static final int TOLD = 5;

  private final Catalog catalog;
  private final Observability views;

  ViewsStep(Catalog catalog, Observability views) {
    this.catalog = catalog;
    this.views = views;
  }

  @Override
  public void run(Pass pass) {
    pass.work(
        () -> {
          List<String> notes = new ArrayList<>();
          boolean changed = false;
          if (!pass.dryRun()) {
            String told = views.make();
            changed = told.endsWith("created") || told.endsWith("anew");
            notes.add(told);
          }
          LakeMeasures measures = new LakeMeasures(catalog);
          measures.pathsRegisteredTwice(TOLD).forEach(path -> notes.add("ALARM: " + path));
          measures.tablesLiveTwice(TOLD).forEach(table -> notes.add("ALARM: " + table));
          Map<String, Long> figures = new LinkedHashMap<>(measures.read());
          figures.put("views_made", changed ? 1L : 0L);
          return Done.of(figures, notes, "views_made");
        });
  }
}
