package dev.lakeferry.route.reload;

import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.NamedNode;
import org.apache.camel.Route;
import org.apache.camel.spi.RoutePolicy;
import org.apache.camel.spi.RoutePolicyFactory;
import org.apache.camel.support.ExchangeHelper;
import org.apache.camel.support.RoutePolicySupport;

/**
 * Counts what goes through each route: by id, across its versions, and for each version what is in
 * it now, which tells when it may be ended.
 */
public final class RouteCounts implements RoutePolicyFactory {
  private final Function<Throwable, String> errors;
  private final Map<String, Totals> byId = new ConcurrentHashMap<>();

  /** Takes what makes a text without secrets of an exception. */
  public RouteCounts(Function<Throwable, String> errors) {
    this.errors = errors;
  }

  /** Of one id. */
  static final class Totals {
    private final LongAdder exchanges = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final AtomicLong inFlight = new AtomicLong();
    private volatile LastFailure lastFailure;

    long exchanges() {
      return exchanges.sum();
    }

    long failed() {
      return failed.sum();
    }

    long inFlight() {
      return inFlight.get();
    }

    /** Or null. */
    LastFailure lastFailure() {
      return lastFailure;
    }
  }

  record LastFailure(String text, Instant at) {}

  Totals of(String routeId) {
    return byId.computeIfAbsent(routeId, absent -> new Totals());
  }

  @Override
  public RoutePolicy createRoutePolicy(CamelContext context, String routeId, NamedNode route) {
    return new Version(of(routeId), errors);
  }

  /** How many exchanges are in this version of a route. */
  static long inFlight(Route version) {
    return version.getRoutePolicyList().stream()
        .filter(Version.class::isInstance)
        .mapToLong(policy -> ((Version) policy).inFlight.get())
        .sum();
  }

  private static final class Version extends RoutePolicySupport {
    private final AtomicLong inFlight = new AtomicLong();
    private final Totals totals;
    private final Function<Throwable, String> errors;

    Version(Totals totals, Function<Throwable, String> errors) {
      this.totals = totals;
      this.errors = errors;
    }

    @Override
    public void onExchangeBegin(Route route, Exchange exchange) {
      inFlight.incrementAndGet();
      totals.inFlight.incrementAndGet();
    }

    @Override
    public void onExchangeDone(Route route, Exchange exchange) {
      inFlight.decrementAndGet();
      totals.inFlight.decrementAndGet();
      totals.exchanges.increment();
      Throwable failure = exchange.getException();
      if (failure == null && ExchangeHelper.isFailureHandled(exchange)) {
        failure = exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Throwable.class);
      }
      if (failure != null) {
        totals.failed.increment();
        totals.lastFailure = new LastFailure(errors.apply(failure), Instant.now());
      }
    }
  }
}
