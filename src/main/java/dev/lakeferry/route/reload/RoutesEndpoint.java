package dev.lakeferry.route.reload;

import dev.lakeferry.ops.RouteOverview;
import dev.lakeferry.ops.RouteOverviewJson;
import io.vertx.core.http.HttpMethod;
import org.apache.camel.CamelContext;
import org.apache.camel.component.platform.http.vertx.VertxPlatformHttpRouter;

/** Serves the routes' state beside health and metrics, for {@code lakeferry routes list}. */
public final class RoutesEndpoint {
  private RoutesEndpoint() {}

  /** Adds it to the management server, which must have been started. */
  public static void serve(CamelContext context, int port, RouteOverview overview) {
    VertxPlatformHttpRouter router =
        VertxPlatformHttpRouter.lookup(
            context, VertxPlatformHttpRouter.getRouterNameFromPort(port));
    router
        .route(HttpMethod.GET, RouteOverviewJson.PATH)
        .handler(
            request ->
                request
                    .response()
                    .putHeader("Content-Type", "application/json")
                    .end(RouteOverviewJson.of(overview)));
  }
}
