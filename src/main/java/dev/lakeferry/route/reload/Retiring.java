package dev.lakeferry.route.reload;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.camel.Consumer;
import org.apache.camel.Endpoint;
import org.apache.camel.Route;
import org.apache.camel.Service;
import org.apache.camel.component.seda.SedaConsumer;
import org.apache.camel.impl.engine.RouteService;
import org.apache.camel.spi.RoutePolicy;
import org.apache.camel.support.EventHelper;
import org.apache.camel.support.service.ServiceHelper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Versions of routes that were let go and still have something to do. They end by themselves when
 * they have been idle for a while; how long a run may take, its time budget says.
 */
final class Retiring {
  private static final Logger LOG = LoggerFactory.getLogger(Retiring.class);

  /**
   * For so long nothing may be in it: a consumer that waits at its queue, for a second, may yet
   * take something up.
   */
  private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(3);

  private final ReloadingContext context;
  private final List<Version> versions = new ArrayList<>();

  Retiring(ReloadingContext context) {
    this.context = context;
  }

  private static final class Version {
    private final RouteService service;
    private final boolean drainsQueue;
    private long idleSince = System.nanoTime();

    Version(RouteService service, boolean drainsQueue) {
      this.service = service;
      this.drainsQueue = drainsQueue;
    }

    Route route() {
      return service.getRoute();
    }

    /** Whether nothing is in it, nor in the queue that is still its own. */
    boolean isIdle() {
      boolean queued =
          drainsQueue
              && route().getConsumer() instanceof SedaConsumer consumer
              && !consumer.getEndpoint().getQueue().isEmpty();
      return !queued && RouteCounts.inFlight(route()) == 0;
    }
  }

  synchronized void add(RouteService service, boolean drainsQueue) {
    versions.add(new Version(service, drainsQueue));
    long inFlight = RouteCounts.inFlight(service.getRoute());
    if (inFlight > 0) {
      LOG.info(
          "{}: {} exchanges of the version before go on to their end", service.getId(), inFlight);
    }
  }

  /** Ends those that were idle for long enough. */
  synchronized void look() {
    versions.removeIf(
        version -> {
          long now = System.nanoTime();
          if (!version.isIdle()) {
            version.idleSince = now;
          }
          if (now - version.idleSince < IDLE_NANOS) {
            return false;
          }
          end(version);
          return true;
        });
  }

  /** Ends all of them, at work or not: the service stops. */
  synchronized void endAll() {
    versions.forEach(this::end);
    versions.clear();
  }

  private void end(Version version) {
    Route route = version.route();
    try {
      Consumer consumer = route.getConsumer();
      Set<Service> services = new LinkedHashSet<>();
      route
          .getServices()
          .forEach(service -> services.addAll(ServiceHelper.getChildServices(service)));
      version.service.stop();
      ServiceHelper.stopAndShutdownServices(services);
      ServiceHelper.stopAndShutdownServices(consumer);
      boolean succeeded = context.getRoute(route.getId()) != null;
      if (!succeeded) {
        for (RoutePolicy policy : route.getRoutePolicyList()) {
          policy.onRemove(route);
        }
        context.getInflightRepository().removeRoute(route.getId());
      }
      EventHelper.notifyRouteRemoved(context, route);
      removeUnused(route.getEndpoint());
      LOG.debug("The former version of {} ended", route.getId());
    } catch (Exception e) {
      LOG.warn("The former version of {} could not be ended: {}", route.getId(), e.toString());
    }
  }

  private void removeUnused(Endpoint endpoint) throws Exception {
    boolean used =
        context.getRoutes().stream().anyMatch(route -> route.getEndpoint() == endpoint)
            || versions.stream().anyMatch(version -> version.route().getEndpoint() == endpoint);
    if (!used) {
      context.removeEndpoint(endpoint);
    }
  }
}
