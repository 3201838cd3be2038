package dev.lakeferry.route;

import dev.lakeferry.job.TableBinding;
import dev.lakeferry.job.TableHolds;
import dev.lakeferry.ops.Actions;
import dev.lakeferry.overview.Overviews;
import dev.lakeferry.overview.RunLists;
import dev.lakeferry.overview.RunReports;
import dev.lakeferry.page.Assets;
import dev.lakeferry.page.LakePages;
import dev.lakeferry.page.OverviewPages;
import dev.lakeferry.page.PageActions;
import dev.lakeferry.page.ProblemPages;
import dev.lakeferry.page.RoutePages;
import dev.lakeferry.page.RunPages;
import dev.lakeferry.page.ShownLake;
import dev.lakeferry.page.Standing;
import dev.lakeferry.web.Endpoints;
import java.time.Clock;
import java.util.List;
import org.jdbi.v3.core.Jdbi;

/** The pages, and the same as JSON. */
final class PageParts {
  private PageParts() {}

  /**
   * All of them.
   *
   * @param standing how this process stands
   */
  static List<Endpoints> of(Parts parts, Actions actions, Overviews overviews, Standing standing) {
    Jdbi jdbi = parts.state().jdbi();
    RunLists runs = new RunLists(jdbi);
    return List.of(
        new OverviewPages(overviews, runs, standing),
        new RunPages(runs, new RunReports(jdbi), actions::hold),
        new LakePages(
            parts.lakes().all().stream()
                .map(lake -> new ShownLake(lake.name(), lake.dataPath(), lake.catalog()))
                .toList(),
            new TableBinding(jdbi)::lakeOf,
            (lake, table) -> new TableHolds(jdbi, lake).find(table),
            Clock.systemUTC()),
        new RoutePages(standing.routes(), Clock.systemUTC()),
        new PageActions(actions),
        new Assets());
  }

  /** Problems as pages for people. */
  static ProblemPages problems() {
    return new ProblemPages(Clock.systemUTC());
  }
}
