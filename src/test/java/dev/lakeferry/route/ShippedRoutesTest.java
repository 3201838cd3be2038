package dev.lakeferry.route;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.settings.Settings;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.camel.Exchange;
import org.apache.camel.builder.AdviceWith;
import org.apache.camel.main.MainConfigurationProperties;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.spi.Registry;
import org.apache.camel.test.main.junit5.CamelMainTestSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * The order of steps in the shipped routes, with beans that only write down what is asked of them.
 */
class ShippedRoutesTest extends CamelMainTestSupport {
  private final List<String> calls = new CopyOnWriteArrayList<>();
  private boolean flagOn = true;
  private boolean planFails;

  /** Stands for every bean of the routes. */
  public final class Steps {
    private final String name;

    Steps(String name) {
      this.name = name;
    }

    private void called(String method) {
      calls.add(name + "." + method);
    }

    public void load() {
      called("load");
    }

    public boolean open(String flag, Exchange exchange) {
      called("open " + flag);
      return flagOn;
    }

    public void mindOther(String flag, Exchange exchange) {
      called("mindOther");
    }

    public void start() {
      called("start");
    }

    public void skip() {
      called("skip");
    }

    public void plan() {
      called("plan");
      if (planFails) {
        throw new IllegalStateException("The plan fails.");
      }
    }

    public void planImport() {
      plan();
    }

    public void planModel() {
      plan();
    }

    public void prepare() {
      called("prepare");
    }

    public Iterator<String> pending() {
      return List.<String>of().iterator();
    }

    public void confirm() {
      called("confirm");
    }

    public void record() {
      called("record");
    }

    public void poll() {}

    public void check() {}

    public void prune() {}

    public void sweep() {}

    public void run(String step) {
      called("run " + step);
    }

    public void skipClosed(String workflow, String flag) {}

    public String request() {
      return "";
    }

    public void copyInParts() {}

    public void copied() {}
  }

  @Override
  public boolean isUseAdviceWith() {
    return true;
  }

  @Override
  protected void configure(MainConfigurationProperties configuration) {
    configuration.withRoutesIncludePattern("file:routes/*.camel.yaml");
  }

  @Override
  protected Properties useOverridePropertiesWithPropertiesComponent() {
    Properties properties =
        Settings.read(Map.of("LAKEFERRY_PROFILE", "local"), null).asProperties();
    properties.setProperty("lakeferry.instance", "test");
    properties.setProperty("camel.threadpool.config[copy].id", "copy");
    properties.setProperty("camel.threadpool.config[copy].poolSize", "1");
    return properties;
  }

  @Override
  protected void bindToRegistry(Registry registry) {
    registry.bind("state", new PGSimpleDataSource());
    for (String name :
        List.of(
            "jobs",
            "preparedFolder",
            "deltaTable",
            "landing",
            "failures",
            "readiness",
            "gates",
            "retention",
            "leases",
            "leftovers",
            "upkeep")) {
      registry.bind(name, new Steps(name));
    }
  }

  @BeforeEach
  void advise() throws Exception {
    for (RouteDefinition route :
        List.copyOf(
            context()
                .getCamelContextExtension()
                .getContextPlugin(org.apache.camel.model.Model.class)
                .getRouteDefinitions())) {
      if (!route.getRouteId().equals("land")) {
        AdviceWith.adviceWith(
            context(),
            route.getRouteId(),
            advice -> {
              advice.replaceFromWith("direct:" + route.getRouteId());
              advice.mockEndpointsAndSkip("direct:publish|jdbc:*|micrometer:*");
            });
      }
    }
    context().start();
  }

  private List<String> run(String workflow) {
    template().sendBody("direct:" + workflow, Map.of("id", "run-1"));
    return calls;
  }

  @Test
  void aRegistrationGoesFromItsGateToItsPublication() {
    assertThat(run("ducklake-register.data-imports"))
        .containsExactly(
            "jobs.load",
            "jobs.open ducklake-data-imports-registration-workflow",
            "jobs.start",
            "jobs.mindOther",
            "preparedFolder.plan",
            "landing.prepare",
            "landing.confirm");
    assertThat(getMockEndpoint("mock:direct:publish").getReceivedCounter()).isEqualTo(1);
  }

  @Test
  void copiesDifferInTheirSourceAlone() {
    assertThat(run("ducklake-copy.data-modeling"))
        .containsExactly(
            "jobs.load",
            "jobs.open ducklake-data-modeling-copy-workflow",
            "jobs.start",
            "deltaTable.plan",
            "landing.prepare",
            "landing.confirm");
  }

  @Test
  void aRunWhoseFlagIsOffIsSkippedAndNothingElse() {
    flagOn = false;
    assertThat(run("ducklake-copy.data-imports"))
        .containsExactly("jobs.load", "jobs.open ducklake-data-imports-copy-workflow", "jobs.skip");
  }

  @Test
  void aFailureIsRecordedOnceAndNothingIsPublished() {
    planFails = true;
    assertThat(run("ducklake-register.data-imports"))
        .endsWith("preparedFolder.plan", "failures.record");
    assertThat(getMockEndpoint("mock:direct:publish").getReceivedCounter()).isZero();
  }

  @Test
  void upkeepIsDoneStepByStepOnceTheServiceIsReady() {
    List.of("flush", "expire", "merge", "rewrite", "clean-up", "statistics", "views")
        .forEach(step -> run("upkeep-" + step));
    assertThat(calls)
        .containsExactly(
            "upkeep.run flush",
            "upkeep.run expire",
            "upkeep.run merge",
            "upkeep.run rewrite",
            "upkeep.run clean-up",
            "upkeep.run statistics",
            "upkeep.run views");
  }
}
