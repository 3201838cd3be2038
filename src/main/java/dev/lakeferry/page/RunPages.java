package dev.lakeferry.page;

import dev.lakeferry.job.Hold;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.overview.RunFilter;
import dev.lakeferry.overview.RunLists;
import dev.lakeferry.overview.RunPage;
import dev.lakeferry.overview.RunReport;
import dev.lakeferry.overview.RunReports;
import dev.lakeferry.web.Endpoint;
import dev.lakeferry.web.Endpoints;
import dev.lakeferry.web.Problem;
import dev.lakeferry.web.WebRequest;
import dev.lakeferry.web.WebResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Runs: listed, and each with its attempts. */
public final class RunPages implements Endpoints {
  private static final int LINES = 50;

  private final RunLists lists;
  private final RunReports reports;
  private final Function<TableName, Optional<Hold>> holds;

  /** Takes what reads. */
  public RunPages(RunLists lists, RunReports reports, Function<TableName, Optional<Hold>> holds) {
    this.holds = holds;
    this.lists = lists;
    this.reports = reports;
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(
        Endpoint.read("/runs", this::runs, "Page: runs"),
        Endpoint.read("/runs/{id}", this::run, "Page: a run"),
        Endpoint.read("/runs/{id}/live", this::live, "Page: what changes of a run"),
        Endpoint.read("/run", this::run, "Page: a run whose id no path can carry"),
        Endpoint.read("/run/live", this::live, "Page: what changes of such a run"),
        Endpoint.read("/api/runs", this::runsJson, "Runs, the newest first"),
        Endpoint.read(
            "/api/runs/{id}", this::runJson, "A run with its attempts, stages and verification"),
        Endpoint.read("/api/run", this::runJson, "The same for an id that no path can carry"));
  }

  private RunPage page(Parameters parameters, RunFilter filter, int size) {
    try {
      return lists.page(filter, parameters.cursor(), size);
    } catch (IllegalArgumentException e) {
      throw Problem.badRequest(e.getMessage());
    }
  }

  private WebResponse runs(WebRequest request) {
    Parameters parameters = new Parameters(request);
    RunFilter filter = parameters.runs();
    RunPage page = page(parameters, filter, LINES);
    return Templates.page(
        "runs",
        Map.of(
            "frame",
            Frame.of(request, "Runs", "runs", page.generatedAt()),
            "runs",
            page,
            "filter",
            filter,
            "first",
            parameters.cursor().isEmpty()));
  }

  private WebResponse run(WebRequest request) {
    return page("run", request);
  }

  private WebResponse live(WebRequest request) {
    return page("runLive", request);
  }

  private WebResponse page(String template, WebRequest request) {
    RunReport run = report(request);
    Map<String, Object> values = new HashMap<>();
    values.put("frame", Frame.of(request, "Run", "runs", run.generatedAt()));
    values.put("run", run);
    values.put("hold", hold(run.tableName()));
    return Templates.page(template, values);
  }

  private Hold hold(String table) {
    return Optional.ofNullable(table).flatMap(TableName::parse).flatMap(holds).orElse(null);
  }

  private WebResponse runsJson(WebRequest request) {
    Parameters parameters = new Parameters(request);
    return WebResponse.json(
        page(
            parameters, parameters.runs(), parameters.size("limit", LINES, RunLists.LARGEST_PAGE)));
  }

  private WebResponse runJson(WebRequest request) {
    return WebResponse.json(report(request));
  }

  private RunReport report(WebRequest request) {
    return reports
        .find(new Parameters(request).run())
        .orElseThrow(
            () ->
                Problem.notFound(
                    "There is no such run. Runs are forgotten some time after they ended"
                        + " (LAKEFERRY_RETENTION_RUNS)."));
  }
}
