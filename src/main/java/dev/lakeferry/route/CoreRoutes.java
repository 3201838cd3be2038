package dev.lakeferry.route;

import org.apache.camel.builder.RouteBuilder;

/**
 * The guarded core, which no file changes: a landing is published under its table's lock, in one
 * catalog transaction. It has no error handler, so that a failure is handled once, on the run.
 */
final class CoreRoutes extends RouteBuilder {
  private final Parts parts;
  private final Counters counters;

  CoreRoutes(Parts parts, Counters counters) {
    this.parts = parts;
    this.counters = counters;
  }

  @Override
  public void configure() {
    from("direct:publish")
        .routeId("publish")
        .errorHandler(noErrorHandler())
        .process(new PublishStep(parts, counters))
        .id("publish-under-lock");
  }
}
