package dev.lakeferry.page;

import dev.lakeferry.failure.RunFailure;
import dev.lakeferry.job.Hold;
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
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/** What each lake holds, as its catalog tells. */
public final class LakePages implements Endpoints {
  private static final int TABLES = 500;
  private static final int SNAPSHOTS = 30;
  private static final int FILES = 200;
  private static final int POINTS = 500;
  private static final int ALARMS = 20;

  private final List<ShownLake> lakes;
  private final Function<TableName, Optional<String>> lakeOf;
  private final BiFunction<String, TableName, Optional<Hold>> holds;
  private final Clock clock;

  /**
   * Takes the lakes that are served, the one first that is meant where none is named.
   *
   * @param lakeOf the DATA_PATH of the lake that a table is known to be in
   * @param holds the hold that a table is on, in the lake of a DATA_PATH
   */
  public LakePages(
      List<ShownLake> lakes,
      Function<TableName, Optional<String>> lakeOf,
      BiFunction<String, TableName, Optional<Hold>> holds,
      Clock clock) {
    this.lakes = List.copyOf(lakes);
    this.lakeOf = lakeOf;
    this.holds = holds;
    this.clock = clock;
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(
        Endpoint.read("/lake", this::lake, "Page: tables and snapshots of the lake"),
        Endpoint.read("/table", this::table, "Page: a table of the lake"));
  }

  private WebResponse lake(WebRequest request) {
    ShownLake lake = named(request).orElse(lakes.get(0));
    CatalogContents contents = lake.catalog().contents();
    return reached(
        () -> {
          Map<String, Object> values = new HashMap<>();
          values.put("frame", Frame.of(request, "Lake", "lake", clock.instant()));
          values.put("lake", lake);
          values.put("lakes", lakes);
          values.put("totals", contents.totals());
          values.put("alarms", alarms(lake));
          values.put("tables", contents.tables(TABLES));
          values.put("snapshots", contents.snapshots(SNAPSHOTS));
          values.put("plot", Plot.of(contents.growth(null, POINTS)));
          return Templates.page("lake", values);
        });
  }

  private Optional<ShownLake> named(WebRequest request) {
    return new Parameters(request)
        .lake()
        .map(
            name ->
                lakes.stream()
                    .filter(lake -> lake.name().equals(name))
                    .findFirst()
                    .orElseThrow(
                        () -> Problem.notFound("This service serves no lake of that name.")));
  }

  /** The lake that is asked for, else the one that is known to have the table. */
  private ShownLake of(TableName table, WebRequest request) {
    return named(request)
        .or(
            () ->
                lakeOf
                    .apply(table)
                    .flatMap(
                        dataPath ->
                            lakes.stream()
                                .filter(lake -> lake.dataPath().equals(dataPath))
                                .findFirst()))
        .orElse(lakes.get(0));
  }

  private static List<String> alarms(ShownLake lake) {
    LakeMeasures measures = new LakeMeasures(lake.catalog());
    List<String> alarms = new ArrayList<>(measures.pathsRegisteredTwice(ALARMS));
    alarms.addAll(measures.tablesLiveTwice(ALARMS));
    return alarms;
  }

  private WebResponse table(WebRequest request) {
    Parameters parameters = new Parameters(request);
    TableName name = parameters.table();
    ShownLake lake = of(name, request);
    CatalogContents contents = lake.catalog().contents();
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
          values.put("hold", holds.apply(lake.dataPath(), name).orElse(null));
          values.put("lake", lake);
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
