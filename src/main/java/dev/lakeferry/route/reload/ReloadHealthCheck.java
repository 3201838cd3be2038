package dev.lakeferry.route.reload;

import dev.lakeferry.ops.ReloadReport;
import dev.lakeferry.ops.RouteOverview;
import dev.lakeferry.ops.RouteProblem;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.camel.health.HealthCheckResultBuilder;
import org.apache.camel.impl.health.AbstractHealthCheck;

/**
 * Says in {@code /observe/health} what is wrong with the routes' files. It stays UP: the routes run
 * as they did before, and a service that is taken out for a typo would help nobody.
 */
public final class ReloadHealthCheck extends AbstractHealthCheck {
  private final RouteOverview overview;

  public ReloadHealthCheck(RouteOverview overview) {
    super("lakeferry", "routes");
    this.overview = overview;
  }

  @Override
  public boolean isLiveness() {
    return false;
  }

  @Override
  protected void doCall(HealthCheckResultBuilder builder, Map<String, Object> options) {
    ReloadReport report = overview.lastReload();
    builder.up();
    builder.detail("reload", report.outcome().name());
    builder.detail("reload.at", report.at().toString());
    if (report.problems().isEmpty()) {
      builder.message("The routes run as their files say");
      return;
    }
    builder.detail(
        "problems",
        report.problems().stream().map(RouteProblem::toString).collect(Collectors.joining("\n")));
    builder.message("The routes' files are not in use: " + report.problems().get(0));
  }
}
