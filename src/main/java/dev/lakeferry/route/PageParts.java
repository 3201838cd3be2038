package dev.lakeferry.route;

import dev.lakeferry.job.TableHolds;
import dev.lakeferry.ops.Actions;
import dev.lakeferry.overview.Overviews;
import dev.lakeferry.overview.RunLists;
import dev.lakeferry.overview.RunReports;
import dev.lakeferry.page.Assets;
import dev.lakeferry.page.LakePages;
import dev.lakeferry.page.OverviewPages;
import dev.lakeferry.page.PageActions;
import dev.lakeferry.page.RoutePages;
import dev.lakeferry.page.RunPages;
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
    TableHolds holds = parts.environment().holds(jdbi);
    RunLists runs = new RunLists(jdbi);
    return List.of(
        new OverviewPages(overviews, runs, standing),
        new RunPages(runs, new RunReports(jdbi), holds),
        new LakePages(
            parts.environment().catalog(),
            holds,
            parts.environment().dataPath(),
            Clock.systemUTC()),
        new RoutePages(standing.routes(), Clock.systemUTC()),
        new PageActions(actions),
        new Assets());
  }
}
