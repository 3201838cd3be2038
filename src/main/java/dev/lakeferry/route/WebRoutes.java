package dev.lakeferry.route;

import dev.lakeferry.web.Answers;
import dev.lakeferry.web.Endpoint;
import dev.lakeferry.web.Endpoints;
import dev.lakeferry.web.WebRequest;
import dev.lakeferry.web.WebResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.camel.builder.RouteBuilder;

/**
 * Pages and API: one route for each endpoint, so that health, metrics and the list of routes show
 * each. No file changes them, and none has an error handler: a request is answered, not retried.
 */
final class WebRoutes extends RouteBuilder {
  private final List<Endpoint> endpoints;
  private final Answers answers;

  WebRoutes(List<Endpoints> parts, Answers answers) {
    this.endpoints = parts.stream().flatMap(part -> part.endpoints().stream()).toList();
    this.answers = answers;
    refuseTwins();
  }

  private void refuseTwins() {
    Map<String, Endpoint> byId = new HashMap<>();
    for (Endpoint endpoint : endpoints) {
      if (byId.put(endpoint.id(), endpoint) != null) {
        throw new IllegalStateException(
            "Two endpoints are served at %s %s".formatted(endpoint.method(), endpoint.path()));
      }
    }
  }

  List<Endpoint> endpoints() {
    return endpoints;
  }

  @Override
  public void configure() {
    for (Endpoint endpoint : endpoints) {
      String methods = endpoint.method().equals("GET") ? "GET,HEAD" : endpoint.method();
      from("platform-http:%s?httpMethodRestrict=%s".formatted(endpoint.path(), methods))
          .routeId("http-" + endpoint.id())
          .routeDescription(endpoint.summary())
          .errorHandler(noErrorHandler())
          .process(new WebExchange(request -> answers.answer(endpoint, request)))
          .id("http-" + endpoint.id() + "-answer");
    }
  }

  /** Answers a request that no route serves, neither ours nor one that an operator added. */
  WebResponse nothing(WebRequest request) {
    return answers.nothing(request, endpoints);
  }
}
