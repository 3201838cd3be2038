package dev.lakeferry.page;

import dev.lakeferry.ops.RouteLine;
import dev.lakeferry.ops.RouteOverview;
import dev.lakeferry.web.Endpoint;
import dev.lakeferry.web.Endpoints;
import dev.lakeferry.web.WebRequest;
import dev.lakeferry.web.WebResponse;
import java.time.Clock;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The routes as they run, and what became of their last edit. */
public final class RoutePages implements Endpoints {
  private final Supplier<RouteOverview> routes;
  private final Clock clock;

  /** Takes what knows the routes, once the service was started. */
  public RoutePages(Supplier<RouteOverview> routes, Clock clock) {
    this.routes = routes;
    this.clock = clock;
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(Endpoint.read("/routes", this::routes, "Page: routes and their last edit"));
  }

  /** What operators may edit first, by its file, then the program's own. */
  private static List<RouteLine> inOrder(List<RouteLine> routes) {
    return routes.stream()
        .sorted(
            Comparator.comparing(RouteLine::file, Comparator.nullsLast(Comparator.naturalOrder()))
                .thenComparing(RouteLine::id))
        .toList();
  }

  private WebResponse routes(WebRequest request) {
    RouteOverview now = routes.get();
    return Templates.page(
        "routes",
        Map.of(
            "frame", Frame.of(request, "Routes", "routes", clock.instant()),
            "routes", inOrder(now.routes()),
            "reload", now.lastReload()));
  }
}
