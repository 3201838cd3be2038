package dev.lakeferry.page;

import dev.lakeferry.failure.RunFailure;
import dev.lakeferry.job.TableHolds;
import dev.lakeferry.lake.Catalog;
import dev.lakeferry.lake.CatalogContents;
import dev.lakeferry.lake.CatalogContents.TableLine;
import dev.lakeferry.lake.LakeMeasures;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.web.Endpoint;
import dev.lakeferry.web.Endpoints;
import dev.lakeferry.web.Problem;
import dev.lakeferry.web.WebRequest;
import dev.lakeferry.web.WebResponse;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** What the lake holds, as its catalog tells. */
public final class LakePages implements Endpoints {
  private static final int TABLES = 500;
  private static final int SNAPSHOTS = 30;
  private static final int FILES = 200;
  private static final int POINTS = 500;
  private static final int ALARMS = 20;

  private final CatalogContents contents;
  private final LakeMeasures measures;
  private final TableHolds holds;
  private final String dataPath;
  private final Clock clock;

  /**
   * Takes the catalog, and which of its tables are on hold.
   *
   * @param dataPath where the lake's files lie
   */
  public LakePages(Catalog catalog, TableHolds holds, String dataPath, Clock clock) {
    this.holds = holds;
    this.contents = catalog.contents();
    this.measures = new LakeMeasures(catalog);
    this.dataPath = dataPath;
    this.clock = clock;
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(
        Endpoint.read("/lake", this::lake, "Page: tables and snapshots of the lake"),
        Endpoint.read("/table", this::table, "Page: a table of the lake"));
  }

  private WebResponse lake(WebRequest request) {
    return reached(
        () ->
            Templates.page(
                "lake",
                Map.of(
                    "frame", Frame.of(request, "Lake", "lake", clock.instant()),
                    "dataPath", dataPath,
                    "totals", contents.totals(),
                    "alarms", alarms(),
                    "tables", contents.tables(TABLES),
                    "snapshots", contents.snapshots(SNAPSHOTS),
                    "plot", Plot.of(contents.growth(null, POINTS)))));
  }

  private List<String> alarms() {
    List<String> alarms = new ArrayList<>(measures.pathsRegisteredTwice(ALARMS));
    alarms.addAll(measures.tablesLiveTwice(ALARMS));
    return alarms;
  }

  private WebResponse table(WebRequest request) {
    Parameters parameters = new Parameters(request);
    TableName name = parameters.table();
    return reached(
        () -> {
          TableLine table =
              contents
                  .table(name)
                  .orElseThrow(
                      () ->
                          Problem.notFound(
                              "The lake has no live table of that name. It may not be published"
                                  + " yet; its runs tell."));
          Map<String, Object> values = new HashMap<>();
          values.put("frame", Frame.of(request, table.name(), "lake", clock.instant()));
          values.put("table", table);
          values.put("hold", holds.find(name).orElse(null));
          values.put("dataPath", dataPath);
          values.put("files", contents.files(table.tableId(), FILES));
          values.put("plot", Plot.of(contents.growth(table.tableId(), POINTS)));
          return Templates.page("table", values);
        });
  }

  private static WebResponse reached(Supplier<WebResponse> page) {
    try {
      return page.get();
    } catch (RunFailure e) {
      throw new Problem(503, "Catalog not reached", e.getMessage());
    }
  }
}
