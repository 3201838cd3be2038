package dev.lakeferry.route;

import dev.lakeferry.metrics.ScrapedRegistry;
import dev.lakeferry.settings.Settings;
import java.lang.reflect.Proxy;
import java.util.Iterator;
import java.util.List;
import javax.sql.DataSource;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.main.Main;

/**
 * Camel Main with the shipped routes and nothing behind them: what starting the service costs at
 * least.
 */
public final class BareRoutes {
  private BareRoutes() {}

  /** Runs until it is killed. */
  public static void main(String[] arguments) throws Exception {
    Main main = new Main();
    main.setOverrideProperties(Service.properties(Settings.read(System.getenv(), null), "bare"));
    KnownToRoutes.BEANS
        .keySet()
        .forEach(name -> main.bind(name, name.equals("state") ? nothing() : new Idle()));
    main.bind("metricsRegistry", new ScrapedRegistry());
    main.configure()
        .addRoutesBuilder(
            new RouteBuilder() {
              @Override
              public void configure() {
                from("direct:publish").process(exchange -> {});
              }
            });
    main.run();
  }

  private static DataSource nothing() {
    return (DataSource)
        Proxy.newProxyInstance(
            BareRoutes.class.getClassLoader(),
            new Class<?>[] {DataSource.class},
            (proxy, method, parameters) -> {
              throw new IllegalStateException("Nothing is connected.");
            });
  }

  /** Has every method that routes call; polls stop at the first. */
  public static final class Idle {
    public void check() {
      throw new IllegalStateException("Nothing is ready.");
    }

    public void poll(Exchange exchange) {}

    public void record(Exchange exchange) {}

    public void load(Exchange exchange) {}

    public boolean open(String flag, Exchange exchange) {
      return false;
    }

    public void skip(Exchange exchange) {}

    public void start(Exchange exchange) {}

    public void mindOther(String flag, Exchange exchange) {}

    public void plan(Exchange exchange) {}

    public void planImport(Exchange exchange) {}

    public void planModel(Exchange exchange) {}

    public void prepare(Exchange exchange) {}

    public Iterator<Object> pending(Exchange exchange) {
      return List.of().iterator();
    }

    public Object request(Exchange exchange) {
      return exchange;
    }

    public void copyInParts(Exchange exchange) {}

    public void copied(Exchange exchange) {}

    public void confirm(Exchange exchange) {}

    public void sweep() {}

    public void run(String step) {}

    public void prune() {}

    public void skipClosed(String workflow, String flag) {}
  }
}
