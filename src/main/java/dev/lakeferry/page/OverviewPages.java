package dev.lakeferry.page;

import dev.lakeferry.overview.Overview;
import dev.lakeferry.overview.OverviewFilter;
import dev.lakeferry.overview.Overviews;
import dev.lakeferry.overview.RunFilter;
import dev.lakeferry.overview.RunLine;
import dev.lakeferry.overview.RunLists;
import dev.lakeferry.overview.RunPage;
import dev.lakeferry.web.Endpoint;
import dev.lakeferry.web.Endpoints;
import dev.lakeferry.web.Problem;
import dev.lakeferry.web.WebRequest;
import dev.lakeferry.web.WebResponse;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How everything stands, and how a team stands. */
public final class OverviewPages implements Endpoints {
  private static final int LINES = 50;
  private static final int RUNS = 10;

  private final Overviews overviews;
  private final RunLists runs;
  private final Standing standing;

  /** Takes what reads, and how this process stands. */
  public OverviewPages(Overviews overviews, RunLists runs, Standing standing) {
    this.overviews = overviews;
    this.runs = runs;
    this.standing = standing;
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(
        Endpoint.read("/", this::overview, "Page: the Data Ops overview"),
        Endpoint.read("/teams/{id}", this::team, "Page: a team"),
        Endpoint.read(
            "/api/overview", this::overviewJson, "How each source schema and model stands"),
        Endpoint.read(
            "/api/teams/{id}", this::teamJson, "How a team's source schemas and models stand"));
  }

  private WebResponse overview(WebRequest request) {
    Parameters parameters = new Parameters(request);
    OverviewFilter filter = parameters.overview();
    Overview overview = overviews.read(filter, parameters.page(), LINES);
    return Templates.page(
        "overview",
        Map.of(
            "frame",
            Frame.of(request, "Overview", "overview", overview.generatedAt()),
            "overview",
            overview,
            "filter",
            filter,
            "obstacle",
            standing.obstacle().get(),
            "reload",
            standing.routes().get().lastReload()));
  }

  private WebResponse team(WebRequest request) {
    Parameters parameters = new Parameters(request);
    long id = parameters.teamInPath();
    OverviewFilter filter = parameters.overview().ofTeam(id);
    Overview overview = overviews.read(filter, parameters.page(), LINES);
    RunPage latest = runs.page(RunFilter.ofTeam(id), Optional.empty(), RUNS);
    refuseUnknown(id, filter, overview, latest);
    return Templates.page(
        "team",
        Map.of(
            "frame",
            Frame.of(request, "Team " + id, "overview", overview.generatedAt()),
            "overview",
            overview,
            "filter",
            filter,
            "runs",
            latest));
  }

  /** A team that nothing was ever heard of is none; one whose lines a filter leaves out is. */
  private void refuseUnknown(long id, OverviewFilter filter, Overview overview, RunPage latest) {
    boolean asked = filter.text() != null || filter.source() != null;
    if (overview.totals().totalSchemas() == 0 && latest.runs().isEmpty() && !asked) {
      throw Problem.notFound(
          "Nothing is known of team %d: no source schema, no run. Check the number.".formatted(id));
    }
  }

  private WebResponse overviewJson(WebRequest request) {
    Parameters parameters = new Parameters(request);
    return WebResponse.json(
        overviews.read(
            parameters.overview(),
            parameters.page(),
            parameters.size("page_size", LINES, Overviews.LARGEST_PAGE)));
  }

  /** A team in JSON: its overview, and its newest runs. */
  record TeamAnswer(long teamId, Overview overview, List<RunLine> runs) {}

  private WebResponse teamJson(WebRequest request) {
    Parameters parameters = new Parameters(request);
    long id = parameters.teamInPath();
    OverviewFilter filter = parameters.overview().ofTeam(id);
    Overview overview =
        overviews.read(
            filter, parameters.page(), parameters.size("page_size", LINES, Overviews.LARGEST_PAGE));
    RunPage latest = runs.page(RunFilter.ofTeam(id), Optional.empty(), RUNS);
    refuseUnknown(id, filter, overview, latest);
    return WebResponse.json(new TeamAnswer(id, overview, latest.runs()));
  }
}
