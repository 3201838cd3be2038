package dev.lakeferry.route;

import dev.lakeferry.metrics.ServiceMeters;
import org.apache.camel.builder.RouteBuilder;

/**
 * The guarded core, which no file changes: a landing is published under its table's lock, in one
 * catalog transaction. It has no error handler, so that a failure is handled once, on the run.
 */
final class CoreRoutes extends RouteBuilder {
  private final Parts parts;
  private final ServiceMeters meters;

  CoreRoutes(Parts parts, ServiceMeters meters) {
    this.parts = parts;
    this.meters = meters;
  }

  @Override
  public void configure() {
    from("direct:publish")
        .routeId("publish")
        .errorHandler(noErrorHandler())
        .process(new PublishStep(parts, meters))
        .id("publish-under-lock");
  }
}
