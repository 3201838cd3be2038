package dev.lakeferry.route;

import io.vertx.core.http.HttpMethod;
import org.apache.camel.CamelContext;
import org.apache.camel.ServiceStatus;
import org.apache.camel.component.platform.http.main.ManagementHttpServer;

/**
 * {@code /observe/health/startup}: whether the routes were started. It stays up while databases or
 * buckets are down, since a restart of the process would mend nothing; before, there is no such
 * page, which a probe takes for not started.
 */
final class StartupPage {
  private static final String PATH = "/observe/health/startup";

  private StartupPage() {}

  static void add(CamelContext context) {
    ManagementHttpServer server = context.hasService(ManagementHttpServer.class);
    server
        .getRouter()
        .route(PATH)
        .method(HttpMethod.GET)
        .handler(
            request -> {
              boolean started = context.getStatus() == ServiceStatus.Started;
              request
                  .response()
                  .setStatusCode(started ? 200 : 503)
                  .putHeader("content-type", "application/json");
              request.end(
                  "{\"status\":\"%s\",\"checks\":[{\"name\":\"startup\",\"status\":\"%s\",\"message\":\"%s\"}]}"
                      .formatted(
                          started ? "UP" : "DOWN",
                          started ? "UP" : "DOWN",
                          started
                              ? "the routes were started"
                              : "the routes are " + context.getStatus()));
            });
  }
}
