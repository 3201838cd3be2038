package dev.lakeferry.route;

import dev.lakeferry.job.TableHolds;
import dev.lakeferry.ops.Actions;
import dev.lakeferry.ops.RouteOverview;
import dev.lakeferry.overview.Overviews;
import dev.lakeferry.overview.RunLists;
import dev.lakeferry.overview.RunReports;
import dev.lakeferry.page.Assets;
import dev.lakeferry.page.LakePages;
import dev.lakeferry.page.OverviewPages;
import dev.lakeferry.page.PageActions;
import dev.lakeferry.page.RoutePages;
import dev.lakeferry.page.RunPages;
import dev.lakeferry.web.Endpoints;
import java.time.Clock;
import java.util.List;
import java.util.function.Supplier;
import org.jdbi.v3.core.Jdbi;

/** The pages, and the same as JSON. */
final class PageParts {
  private PageParts() {}

  /**
   * All of them.
   *
   * @param routes what knows the routes, once the service was started
   */
  static List<Endpoints> of(Parts parts, Actions actions, Supplier<RouteOverview> routes) {
    Jdbi jdbi = parts.state().jdbi();
    TableHolds holds = parts.environment().holds(jdbi);
    RunLists runs = new RunLists(jdbi);
    return List.of(
        new OverviewPages(Overviews.of(parts.settings(), jdbi), runs),
        new RunPages(runs, new RunReports(jdbi), holds),
        new LakePages(
            parts.environment().catalog(),
            holds,
            parts.environment().dataPath(),
            Clock.systemUTC()),
        new RoutePages(routes, Clock.systemUTC()),
        new PageActions(actions),
        new Assets());
  }
}
