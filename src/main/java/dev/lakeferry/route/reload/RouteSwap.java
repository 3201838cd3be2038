package dev.lakeferry.route.reload;

import dev.lakeferry.failure.Causes;
import dev.lakeferry.route.reload.RouteFile.Element;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.camel.RoutesBuilder;
import org.apache.camel.ServiceStatus;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.builder.RouteConfigurationBuilder;
import org.apache.camel.impl.engine.RouteService;
import org.apache.camel.model.RouteConfigurationDefinition;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.ResourceHelper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Exchanges routes of the running service. All that go are let go first, then all that come are
 * started; in between, a moment, senders wait. A failed start brings all of them back.
 */
final class RouteSwap {
  private static final Logger LOG = LoggerFactory.getLogger(RouteSwap.class);

  private final ReloadingContext context;
  private final Swapping swapping;
  private final Retiring retiring;

  RouteSwap(ReloadingContext context, Swapping swapping, Retiring retiring) {
    this.context = context;
    this.swapping = swapping;
    this.retiring = retiring;
  }

  /** A route that did not start; the ones before run again. */
  static final class Failed extends Exception {
    private static final long serialVersionUID = 1L;
    private final transient Element route;

    /** Takes the element at fault; null where none is known. */
    Failed(Element route, Throwable cause) {
      super(
          Causes.of(cause)
              .map(Throwable::getMessage)
              .filter(Objects::nonNull)
              .reduce((outer, inner) -> inner)
              .orElse(cause.toString()),
          cause);
      this.route = route;
    }

    /** The element at fault, or null. */
    Element element() {
      return route;
    }
  }

  /**
   * Exchanges them.
   *
   * @throws Failed if a route could not be started; nothing is different then
   */
  void apply(RouteSet before, RouteSet after, RouteChange change) throws Failed {
    swapping.begin();
    try {
      try {
        shared(before, after);
      } catch (Exception e) {
        tryShared(after, before);
        throw new Failed(null, e);
      }
      Set<String> going = new TreeSet<>(change.removed());
      going.addAll(change.changed());
      for (String id : going) {
        letGo(id, change.removed().contains(id) && nobodyFollows(before.routes().get(id), after));
      }
      Set<String> coming = new TreeSet<>(change.added());
      coming.addAll(change.changed());
      Set<String> begun = new HashSet<>();
      for (String id : coming) {
        Element route = after.routes().get(id);
        try {
          begun.add(id);
          add(after, route);
        } catch (Exception e) {
          takeBack(before, after, going, begun);
          throw new Failed(route, e);
        }
      }
    } finally {
      swapping.end();
    }
  }

  private void takeBack(RouteSet before, RouteSet after, Set<String> gone, Set<String> begun) {
    begun.forEach(id -> letGo(id, false));
    tryShared(after, before);
    for (String id : gone) {
      try {
        add(before, before.routes().get(id));
      } catch (Exception e) {
        LOG.error("{} could not be started again as it was; it is tried again by itself", id, e);
      }
    }
  }

  /** Beans and configurations, of which routes take what they need when they are made. */
  private void shared(RouteSet before, RouteSet after) throws Exception {
    Set<Object> known = new HashSet<>();
    before.elements(Element.BEANS).forEach(beans -> known.add(beans.plain()));
    for (Element beans : after.elements(Element.BEANS).toList()) {
      if (!known.contains(beans.plain())) {
        load(beans.file(), List.of(beans));
      }
    }
    configurations(before, after);
  }

  private void tryShared(RouteSet before, RouteSet after) {
    try {
      shared(before, after);
    } catch (Exception e) {
      LOG.error("Beans or routeConfigurations could not be made as they were; restart", e);
    }
  }

  /** Whether no other route begins where this one did, so that its queue is its own to empty. */
  private static boolean nobodyFollows(Element route, RouteSet after) {
    String begins = begins(route);
    return after.routes().values().stream().noneMatch(other -> begins(other).equals(begins));
  }

  private static String begins(Element route) {
    Optional<YamlNode> from = route.node().field("from");
    return from.flatMap(there -> there.text().or(() -> there.text("uri")))
        .orElse("")
        .replaceFirst("\\?.*", "");
  }

  private void configurations(RouteSet before, RouteSet after) throws Exception {
    List<Element> old = before.elements(Element.CONFIGURATION).toList();
    List<Element> now = after.elements(Element.CONFIGURATION).toList();
    if (plain(old).equals(plain(now))) {
      return;
    }
    Set<String> ids = new HashSet<>();
    old.forEach(configuration -> configuration.id().ifPresent(ids::add));
    List<RouteConfigurationDefinition> definitions = context.getRouteConfigurationDefinitions();
    definitions.removeIf(
        definition -> !definition.hasCustomIdAssigned() || ids.contains(definition.getId()));
    for (Element configuration : now) {
      for (RoutesBuilder builder : builders(configuration.file(), List.of(configuration))) {
        ((RouteConfigurationBuilder) builder).addRouteConfigurationsToCamelContext(context);
      }
    }
  }

  private static List<Object> plain(List<Element> elements) {
    return elements.stream().map(Element::plain).toList();
  }

  private void letGo(String id, boolean forGood) {
    try {
      ServiceStatus status = context.getRouteController().getRouteStatus(id);
      if (status != null && status.isStarted()) {
        Optional<RouteService> version = context.letGo(id, forGood);
        version.ifPresent(service -> retiring.add(service, forGood));
      } else {
        context.getRouteController().stopRoute(id);
        context.removeRoute(id);
      }
      context.forgetDefinition(id);
    } catch (Exception e) {
      LOG.error("{} could not be let go", id, e);
    }
  }

  private void add(RouteSet set, Element route) throws Exception {
    List<Element> elements = new ArrayList<>();
    set.elements()
        .filter(element -> element.file().equals(route.file()))
        .filter(element -> !RouteSet.EXCHANGEABLE.contains(element.kind()))
        .filter(element -> !element.kind().startsWith("rest") && !element.is("templatedRoute"))
        .filter(element -> !element.is("routeTemplate"))
        .forEach(elements::add);
    elements.add(route);
    load(route.file(), elements);
    String id = route.id().orElseThrow();
    boolean starts =
        route
            .node()
            .text("autoStartup")
            .map(context::resolvePropertyPlaceholders)
            .map(Boolean::parseBoolean)
            .orElse(true);
    if (starts && context.getRoute(id) != null) {
      context.getRouteController().startRoute(id);
    }
  }

  private void load(String file, List<Element> elements) throws Exception {
    for (RoutesBuilder builder : builders(file, elements)) {
      ((RouteBuilder) builder).setCamelContext(context);
      context.addRoutes(builder);
    }
  }

  private Iterable<RoutesBuilder> builders(String file, List<Element> elements) throws Exception {
    return PluginHelper.getRoutesLoader(context)
        .findRoutesBuilders(List.of(ResourceHelper.fromString(file, RouteFile.text(elements))));
  }
}
