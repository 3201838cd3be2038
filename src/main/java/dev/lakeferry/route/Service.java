package dev.lakeferry.route;

import dev.lakeferry.job.AttemptEvents;
import dev.lakeferry.job.AuditLog;
import dev.lakeferry.job.TableBinding;
import dev.lakeferry.metrics.LakeGauges;
import dev.lakeferry.metrics.QueueGauges;
import dev.lakeferry.metrics.ScrapedRegistry;
import dev.lakeferry.metrics.ServiceMeters;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.ops.ActingEndpoints;
import dev.lakeferry.ops.Actions;
import dev.lakeferry.ops.ApiDescription;
import dev.lakeferry.ops.AuditEndpoints;
import dev.lakeferry.ops.ChangesEndpoints;
import dev.lakeferry.ops.ReadableLake;
import dev.lakeferry.ops.RouteOverview;
import dev.lakeferry.ops.WebProblems;
import dev.lakeferry.overview.Overviews;
import dev.lakeferry.page.ProblemPages;
import dev.lakeferry.page.Standing;
import dev.lakeferry.route.reload.ReloadingContext;
import dev.lakeferry.settings.Settings;
import dev.lakeferry.traces.RunTraces;
import dev.lakeferry.web.AccessGuard;
import dev.lakeferry.web.Answers;
import dev.lakeferry.web.Endpoint;
import dev.lakeferry.web.Endpoints;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.apache.camel.CamelContext;
import org.apache.camel.StartupListener;
import org.apache.camel.component.properties.PropertiesComponent;
import org.apache.camel.main.BaseMainSupport;
import org.apache.camel.main.Main;
import org.apache.camel.main.MainListenerSupport;
import org.jdbi.v3.core.Jdbi;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The service: Camel Main with the shipped routes and the beans that they call. */
public final class Service implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Service.class);

  /** Runs have ended or were given up by then; only the routes themselves are left to stop. */
  private static final int ROUTES_SHUTDOWN_SECONDS = 3;

  /** How often the queue is counted for the metrics. */
  private static final Duration QUEUE_PERIOD = Duration.ofSeconds(5);

  /** How often each lake is measured. */
  private static final Duration LAKE_PERIOD = Duration.ofSeconds(60);

  private final Settings settings;
  private final Parts parts;
  private final Readiness readiness;
  private final Main main = new ReloadingMain();
  private final WebServer web;
  private final AccessGuard guard;
  private final RouteEdits edits;
  private final Overviews overviews;
  private final WebRoutes webRoutes;
  private final ScrapedRegistry registry = new ScrapedRegistry();
  private final ServiceMeters meters;
  private final QueueGauges queue;
  private final List<LakeGauges> lakes;
  private final Optional<RunTraces> traces;

  /** Takes checked settings; connects nothing yet. */
  public Service(Settings settings) {
    this.settings = settings;
    this.guard = new AccessGuard(WebServer.rules(settings));
    this.traces = settings.optionalText("lakeferry.traces.endpoint").map(RunTraces::sentTo);
    this.meters = new ServiceMeters(registry, settings);
    this.parts = new Parts(settings, meters::gateFailed, traced(meters));
    meters.countEngineRebuilds(parts::engineRebuilds);
    this.queue = new QueueGauges(registry, parts.state().jdbi());
    this.lakes =
        parts.lakes().all().stream()
            .map(lake -> lake.gauges(registry, parts.state().jdbi()))
            .toList();
    refuseBrokenChecks();
    this.web = new WebServer(settings);
    this.readiness = new Readiness(parts);
    this.edits = new RouteEdits(parts, registry);
    this.overviews = Overviews.of(settings, parts.state().jdbi());
    this.webRoutes =
        new WebRoutes(
            served(), new Answers(guard, WebProblems::of, new ProblemPages(Clock.systemUTC())));
    configure();
  }

  private AttemptEvents traced(AttemptEvents counted) {
    return traces.<AttemptEvents>map(spans -> AttemptEvents.both(counted, spans)).orElse(counted);
  }

  private void refuseBrokenChecks() {
    List<String> problems = parts.rulebook().problems();
    if (!problems.isEmpty()) {
      parts.close();
      throw new IllegalStateException(
          "Declared checks cannot be used; no work was claimed.\n  * "
              + String.join("\n  * ", problems)
              + "\nCorrect the files; docs/verification.md describes them.");
    }
  }

  private void configure() {
    main.configure().withName("lakeferry");
    Properties properties = properties(settings, parts.instance().value());
    web.configure(properties);
    main.setOverrideProperties(properties);
    main.bind("state", parts.state().dataSource());
    parts.lakes().all().forEach(lake -> main.bind(lake.store(), lake.client()));
    main.bind("metricsRegistry", registry);
    main.bind("readiness", readiness);
    main.bind("gates", new GateSteps(parts, readiness, meters));
    main.bind("jobs", new RunSteps(parts, meters));
    PlanSteps plans = new PlanSteps(parts);
    main.bind("preparedFolder", plans);
    main.bind("deltaTable", plans);
    main.bind("landing", new LandSteps(parts));
    main.bind("failures", new FailureSteps(parts));
    main.bind("retention", new RetentionSteps(parts));
    main.bind("leases", new LeaseSteps(parts, meters));
    main.bind("leftovers", new LeftoverSteps(parts, meters));
    main.bind("upkeep", new UpkeepSteps(parts, meters));
    main.bind("readinessCheck", new ReadinessHealthCheck(readiness));
    edits.bindTo(main);
    if (web.isOn()) {
      main.configure().addRoutesBuilder(webRoutes);
    }
    for (String part : PartLooks.NAMES) {
      main.bind(part + "Check", new PartHealthCheck(readiness.looks(), part));
    }
    main.configure().addRoutesBuilder(new CoreRoutes(parts, meters));
    main.addMainListener(new Listener());
  }

  /** What is served over HTTP, for tests that compare it with its description. */
  List<Endpoint> endpoints() {
    return webRoutes.endpoints();
  }

  private List<Endpoints> served() {
    Jdbi state = parts.state().jdbi();
    Actions actions = new Actions(state, parts.environment().dataPath());
    Standing standing = new Standing(readiness::obstacle, edits::overview);
    List<Endpoints> served = new ArrayList<>(PageParts.of(parts, actions, overviews, standing));
    served.add(new ActingEndpoints(actions, settings.text("lakeferry.folder.pattern")));
    served.add(new AuditEndpoints(new AuditLog(state)));
    served.add(new ChangesEndpoints(this::readable));
    served.add(new ApiDescription(List.of("acting", "audit", "changes", "reading")));
    return List.copyOf(served);
  }

  /** The lake that holds a table; the environment's own where none is known to. */
  private ReadableLake readable(TableName table) {
    return new TableBinding(parts.state().jdbi())
        .lakeOf(table)
        .flatMap(parts.lakes()::at)
        .orElse(parts.environment())
        .readable();
  }

  /** What Camel Main is told, and what routes may name as placeholders. */
  static Properties properties(Settings settings, String instance) {
    Properties properties = new Properties();
    properties.putAll(settings.asProperties());
    properties.setProperty("lakeferry.instance", instance);
    properties.setProperty(
        "camel.main.routesIncludePattern",
        "file:" + settings.path("lakeferry.routes.directory") + "/*.camel.yaml");
    properties.setProperty("camel.main.autowiredEnabled", "false");
    properties.setProperty("camel.main.loadHealthChecks", "true");
    properties.setProperty("camel.main.jmxEnabled", "false");
    properties.setProperty("camel.main.shutdownTimeout", Integer.toString(ROUTES_SHUTDOWN_SECONDS));
    properties.setProperty("camel.routecontroller.enabled", "true");
    properties.setProperty("camel.routecontroller.unhealthyOnRestarting", "true");
    properties.setProperty("camel.health.exposureLevel", "full");
    properties.setProperty("camel.management.enabled", "true");
    properties.setProperty("camel.management.host", settings.text("lakeferry.management.host"));
    properties.setProperty(
        "camel.management.port", Integer.toString(settings.number("lakeferry.management.port")));
    properties.setProperty("camel.management.healthCheckEnabled", "true");
    properties.setProperty("camel.management.metricsEnabled", "true");
    properties.setProperty("camel.metrics.enabled", "true");
    properties.setProperty(
        "camel.metrics.binders", "jvm-memory,jvm-gc,jvm-thread,processor,uptime");
    String copies = Integer.toString(settings.number("lakeferry.copy.concurrency"));
    properties.setProperty("camel.threadpool.config[copy].id", "copy");
    properties.setProperty("camel.threadpool.config[copy].poolSize", copies);
    properties.setProperty("camel.threadpool.config[copy].maxPoolSize", copies);
    properties.setProperty("camel.threadpool.config[copy].maxQueueSize", copies);
    properties.setProperty("camel.threadpool.config[copy].rejectedPolicy", "CallerRuns");
    return properties;
  }

  /** What begins once the routes run, however the service was started. */
  private final class Started implements StartupListener {
    @Override
    public void onCamelContextStarted(CamelContext context, boolean alreadyStarted) {
      // The routes are not started yet.
    }

    @Override
    public void onCamelContextFullyStarted(CamelContext context, boolean alreadyStarted) {
      StartupPage.add(context);
      queue.start(QUEUE_PERIOD);
      if (web.isOn()) {
        overviews.prepare();
      }
      lakes.forEach(lake -> lake.start(LAKE_PERIOD));
    }
  }

  private final class Listener extends MainListenerSupport {
    @Override
    public void beforeInitialize(BaseMainSupport support) {
      web.refuseTakenAddress();
      support.getCamelContext().addLifecycleStrategy(new Drain(parts, readiness));
      edits.prepare((ReloadingContext) support.getCamelContext());
      support.getCamelContext().getCamelContextExtension().addInterceptStrategy(new RunLogging());
      try {
        support.getCamelContext().addStartupListener(new Started());
      } catch (Exception e) {
        throw new IllegalStateException("Camel's context has started already.", e);
      }
      // Camel would take the raw text of a variable; the settings hold the checked value.
      PropertiesComponent placeholders =
          (PropertiesComponent) support.getCamelContext().getPropertiesComponent();
      placeholders.setEnvironmentVariableMode(
          PropertiesComponent.ENVIRONMENT_VARIABLES_MODE_FALLBACK);
    }

    @Override
    public void afterStart(BaseMainSupport support) {
      started();
    }

    @Override
    public void afterStop(BaseMainSupport support) {
      stopped();
    }
  }

  private void started() {
    web.tellFailures(main.getCamelContext(), webRoutes::nothing);
    httpAddress()
        .ifPresent(
            at -> LOG.info("Pages and API on http://{}:{}/", at.getHostString(), at.getPort()));
    LOG.info(
        "Lakeferry runs as {}; health on http://{}:{}/observe/health",
        parts.instance(),
        settings.text("lakeferry.management.host"),
        settings.number("lakeferry.management.port"));
  }

  private void stopped() {
    queue.close();
    lakes.forEach(LakeGauges::close);
    traces.ifPresent(RunTraces::close);
    parts.close();
  }

  /** Runs until the process is told to stop. */
  public int run() throws Exception {
    main.run();
    return main.getExitCode();
  }

  /** Starts and returns once the routes run. */
  public void start() {
    // Camel tells its listeners of this only where it waits for the end as well.
    main.start();
    started();
  }

  /** Where pages and API are served; empty where they are switched off, or before the start. */
  public Optional<InetSocketAddress> httpAddress() {
    return WebServer.address(main.getCamelContext());
  }

  /** The routes as they run, and what became of their last edit; once the service was started. */
  public RouteOverview routes() {
    return edits.overview();
  }

  /** Camel's context, for tests that advise routes. */
  public CamelContext context() {
    return main.getCamelContext();
  }

  /** Stops claiming, lets publications end within the grace time, closes all connections. */
  @Override
  public void close() {
    main.stop();
    stopped();
  }
}
