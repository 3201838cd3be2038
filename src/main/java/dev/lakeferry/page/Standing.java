package dev.lakeferry.page;

import dev.lakeferry.ops.RouteOverview;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * How the process that serves the pages stands.
 *
 * @param obstacle why it claims no work, without secrets; empty while it does
 * @param routes what knows the routes, once the service was started
 */
public record Standing(Supplier<Optional<String>> obstacle, Supplier<RouteOverview> routes) {}
