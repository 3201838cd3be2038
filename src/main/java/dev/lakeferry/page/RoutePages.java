package dev.lakeferry.page;

import dev.lakeferry.ops.RouteOverview;
import dev.lakeferry.web.Endpoint;
import dev.lakeferry.web.Endpoints;
import dev.lakeferry.web.WebRequest;
import dev.lakeferry.web.WebResponse;
import java.time.Clock;
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
    return List.of(
        Endpoint.read("/routes", PageErrors.shown(this::routes), "Page: routes and their last edit"));
  }

  private WebResponse routes(WebRequest request) {
    RouteOverview now = routes.get();
    return Templates.page(
        "routes",
        Map.of(
            "frame", Frame.of(request, "Routes", "routes", clock.instant()),
            "routes", now.routes(),
            "reload", now.lastReload()));
  }
}
