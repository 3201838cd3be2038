package dev.lakeferry.route.reload;

import dev.lakeferry.ops.ReloadReport;
import dev.lakeferry.ops.RouteLine;
import dev.lakeferry.ops.RouteOverview;
import java.util.Comparator;
import java.util.List;
import org.apache.camel.CamelContext;
import org.apache.camel.Route;
import org.apache.camel.ServiceStatus;
import org.apache.camel.spi.SupervisingRouteController;

/** What the running context says of its routes. */
public final class LiveRoutes implements RouteOverview {
  private final CamelContext context;
  private final RouteReload reload;
  private final RouteCounts counts;

  public LiveRoutes(CamelContext context, RouteReload reload, RouteCounts counts) {
    this.context = context;
    this.reload = reload;
    this.counts = counts;
  }

  @Override
  public List<RouteLine> routes() {
    return context.getRoutes().stream()
        .map(this::line)
        .sorted(Comparator.comparing(RouteLine::id))
        .toList();
  }

  private RouteLine line(Route route) {
    String id = route.getRouteId();
    ServiceStatus status = context.getRouteController().getRouteStatus(id);
    RouteCounts.Totals totals = counts.of(id);
    RouteCounts.LastFailure failure = totals.lastFailure();
    return new RouteLine(
        id,
        reload.fileOf(id),
        route.getDescription(),
        isRestarting(id) ? "Restarting" : status == null ? "Stopped" : status.name(),
        status == ServiceStatus.Started ? route.getUptimeMillis() / 1000 : 0,
        totals.inFlight(),
        totals.exchanges(),
        totals.failed(),
        failure == null ? null : failure.text(),
        failure == null ? null : failure.at());
  }

  private boolean isRestarting(String id) {
    return context.getRouteController() instanceof SupervisingRouteController controller
        && controller.getRestartingRoutes().stream()
            .anyMatch(route -> route.getRouteId().equals(id));
  }

  @Override
  public ReloadReport lastReload() {
    return reload.last();
  }
}
