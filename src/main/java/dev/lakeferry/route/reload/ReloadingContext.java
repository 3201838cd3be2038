package dev.lakeferry.route.reload;

import java.util.List;
import java.util.Optional;
import org.apache.camel.Consumer;
import org.apache.camel.Route;
import org.apache.camel.Suspendable;
import org.apache.camel.component.micrometer.routepolicy.MicrometerRoutePolicy;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.impl.engine.RouteService;
import org.apache.camel.model.Model;
import org.apache.camel.spi.LifecycleStrategy;
import org.apache.camel.spi.RoutePolicy;
import org.apache.camel.support.service.ServiceHelper;

/**
 * Camel's context, which can also let a route go while it is at work: it takes nothing new, its id
 * is free for a successor at once, and what it has begun goes on to its end. Camel itself would
 * wait for that end before the successor may begin, and keep all other routes' controls waiting.
 */
public final class ReloadingContext extends DefaultCamelContext {

  /** Not built yet, as Camel Main wants it. */
  public ReloadingContext() {
    super(false);
  }

  /**
   * Lets a running route go. Metrics stay, so that a successor of the same id goes on counting.
   *
   * @param drainQueue whether what waits in its queue is still its own to do, for want of a
   *     successor
   * @return the route, which is to be ended once it is idle; empty if there is none
   */
  Optional<RouteService> letGo(String routeId, boolean drainQueue) throws Exception {
    getLock().lock();
    try {
      RouteService service = getRouteServices().get(routeId);
      if (service == null) {
        return Optional.empty();
      }
      Route route = service.getRoute();
      if (!drainQueue || !isQueue(route)) {
        takeNothingNew(route);
      }
      getRouteServices().remove(routeId);
      getCamelContextExtension()
          .getRouteStartupOrder()
          .removeIf(order -> order.getRoute().getId().equals(routeId));
      getCamelContextExtension().removeRoute(route);
      forgetDefinition(routeId);
      for (LifecycleStrategy strategy : getLifecycleStrategies()) {
        strategy.onRoutesRemove(List.of(route));
      }
      for (RoutePolicy policy : route.getRoutePolicyList()) {
        if (!(policy instanceof MicrometerRoutePolicy)) {
          policy.onRemove(route);
        }
      }
      return Optional.of(service);
    } finally {
      getLock().unlock();
    }
  }

  /** Takes a definition out of the model; the route itself is another matter. */
  void forgetDefinition(String routeId) {
    getCamelContextExtension()
        .getContextPlugin(Model.class)
        .getRouteDefinitions()
        .removeIf(definition -> routeId.equals(definition.getRouteId()));
  }

  static boolean isQueue(Route route) {
    return scheme(route).equals("seda");
  }

  private static String scheme(Route route) {
    String uri = route.getEndpoint().getEndpointUri();
    int colon = uri.indexOf(':');
    return colon < 0 ? uri : uri.substring(0, colon);
  }

  /**
   * Most consumers interrupt what they are doing when they are stopped, so they are suspended. A
   * suspended HTTP path would answer for its successor, and a suspended Quartz job would hold its
   * name; both of these end gently.
   */
  private void takeNothingNew(Route route) throws Exception {
    Consumer consumer = route.getConsumer();
    String scheme = scheme(route);
    boolean gentle = scheme.equals("platform-http") || scheme.equals("quartz");
    if (consumer instanceof Suspendable && !gentle) {
      ServiceHelper.suspendService(consumer);
    } else {
      ServiceHelper.stopService(consumer);
    }
    if (scheme.equals("quartz")) {
      removeEndpoint(route.getEndpoint());
    }
  }
}
