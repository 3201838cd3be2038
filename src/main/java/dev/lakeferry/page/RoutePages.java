package dev.lakeferry.page;

import dev.lakeferry.ops.RouteOverview;
import dev.lakeferry.web.Endpoint;
import dev.lakeferry.web.Endpoints;
import dev.lakeferry.web.WebRequest;
import dev.lakeferry.web.WebResponse;
import java.time.Clock;
import java.util.List;
import java.util.Map;

/** The routes as they run, and what became of their last edit. */
public final class RoutePages implements Endpoints {
  private final RouteOverview routes;
  private final Clock clock;

  /** Takes what knows the routes. */
  public RoutePages(RouteOverview routes, Clock clock) {
    this.routes = routes;
    this.clock = clock;
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(
        Endpoint.read("/routes", PageErrors.shown(this::routes), "Page: routes and their last edit"));
  }

  private WebResponse routes(WebRequest request) {
    return Templates.page(
        "routes",
        Map.of(
            "frame", Frame.of(request, "Routes", "routes", clock.instant()),
            "routes", routes.routes(),
            "reload", routes.lastReload()));
  }
}
