package dev.lakeferry.route;

import dev.lakeferry.ops.RouteOverview;
import dev.lakeferry.route.reload.Known;
import dev.lakeferry.route.reload.LiveRoutes;
import dev.lakeferry.route.reload.PatientSeda;
import dev.lakeferry.route.reload.ReloadHealthCheck;
import dev.lakeferry.route.reload.ReloadingContext;
import dev.lakeferry.route.reload.RouteCounts;
import dev.lakeferry.route.reload.RouteReload;
import dev.lakeferry.route.reload.RoutesEndpoint;
import dev.lakeferry.route.reload.Swapping;
import dev.lakeferry.settings.Settings;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.camel.CamelContext;
import org.apache.camel.main.Main;
import org.apache.camel.support.LifecycleStrategySupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes edits of the routes' files into the service, from its start to its end. */
final class RouteEdits extends LifecycleStrategySupport {
  private static final Logger LOG = LoggerFactory.getLogger(RouteEdits.class);

  private static final int STOP_SECONDS = 10;

  private final Parts parts;
  private final Settings settings;
  private final MeterRegistry meters;
  private final Swapping swapping = new Swapping();
  private final RouteCounts counts;
  private final ScheduledExecutorService looks =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread thread = new Thread(work, "route edits");
            thread.setDaemon(true);
            return thread;
          });
  private ReloadingContext context;
  private RouteReload reload;
  private RouteOverview overview;

  RouteEdits(Parts parts, MeterRegistry meters) {
    this.parts = parts;
    this.meters = meters;
    this.settings = parts.settings();
    this.counts = new RouteCounts(parts.errors()::of);
  }

  void bindTo(Main main) {
    main.bind("seda", new PatientSeda(swapping));
  }

  /** Before the routes are loaded: what is edited from now on is an edit. */
  void prepare(ReloadingContext made) {
    context = made;
    reload =
        new RouteReload(
            settings.path("lakeferry.routes.directory"),
            context,
            swapping,
            this::known,
            parts.errors()::of,
            meters);
    overview = new LiveRoutes(context, reload, counts);
    context.addRoutePolicyFactory(counts);
    context.addLifecycleStrategy(this);
    context.getRegistry().bind("routesCheck", new ReloadHealthCheck(overview));
  }

  /** Once the routes run. */
  @Override
  public void onContextStarted(CamelContext started) {
    RoutesEndpoint.serve(context, settings.number("lakeferry.management.port"), overview);
    if (settings.flag("lakeferry.routes.reload")) {
      long period = settings.duration("lakeferry.routes.reload-period").toMillis();
      looks.scheduleWithFixedDelay(this::look, period, period, TimeUnit.MILLISECONDS);
    }
  }

  private void look() {
    try {
      reload.look();
    } catch (RuntimeException | Error e) {
      // Else the executor would never look again.
      LOG.error("The routes' files could not be looked at; it is tried again", e);
    }
  }

  /** As the files alone would tell it, and what else someone bound. */
  private Known known() {
    Known told = KnownToRoutes.of(settings, parts.instance().value());
    Map<String, Class<?>> beans = new HashMap<>(told.beans());
    context
        .getRegistry()
        .findByTypeWithName(Object.class)
        .forEach((name, bean) -> beans.putIfAbsent(name, bean.getClass()));
    return new Known(beans, told.placeholders(), told.endpoints(), told.ids());
  }

  /** The routes as they are; once the service began to start. */
  RouteOverview overview() {
    return overview;
  }

  /**
   * No edit is taken any more; one that is being taken ends first. What replaced routes still had
   * to do has ended by now, or was given up: {@link Drain} comes before.
   */
  @Override
  public void onContextStopping(CamelContext stopping) {
    looks.shutdown();
    try {
      if (!looks.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS)) {
        LOG.warn("An edit of the routes was still being taken when the service stopped");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    reload.endAll();
  }
}
