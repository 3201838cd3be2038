package dev.lakeferry.route.reload;

import dev.lakeferry.route.reload.RouteFile.Element;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.camel.support.PatternHelper;

/** All files of a directory, taken apart. */
record RouteSet(List<RouteFile> files) {
  /** What may be exchanged while the service runs. */
  static final Set<String> EXCHANGEABLE =
      Set.of(Element.ROUTE, Element.CONFIGURATION, Element.BEANS);

  /**
   * Takes all files apart.
   *
   * @throws RouteFile.Unreadable for the first that cannot be
   */
  static RouteSet parse(RouteFiles files) throws RouteFile.Unreadable {
    List<RouteFile> parsed = new ArrayList<>();
    for (Map.Entry<String, String> file : files.texts().entrySet()) {
      parsed.add(RouteFile.parse(file.getKey(), file.getValue()));
    }
    return new RouteSet(parsed);
  }

  Stream<Element> elements() {
    return files.stream().flatMap(file -> file.elements().stream());
  }

  Stream<Element> elements(String kind) {
    return elements().filter(element -> element.is(kind));
  }

  /** By id, in the order of the files. */
  Map<String, Element> routes() {
    Map<String, Element> routes = new LinkedHashMap<>();
    elements(Element.ROUTE)
        .forEach(route -> route.id().ifPresent(id -> routes.putIfAbsent(id, route)));
    return routes;
  }

  /** What cannot be exchanged while the service runs, as plain values. */
  List<Object> fixed() {
    return elements()
        .filter(element -> !EXCHANGEABLE.contains(element.kind()))
        .<Object>map(element -> List.of(element.file(), element.plain()))
        .toList();
  }

  /**
   * All that decides how a route behaves: it, the configurations that it uses, the beans that it
   * names, and what its file says of all its routes. A route is made anew only if this is another.
   */
  private List<Object> meaning(Element route) {
    List<Object> parts = new ArrayList<>();
    parts.add(route.plain());
    elements(Element.CONFIGURATION)
        .filter(configuration -> uses(route, configuration))
        .forEach(configuration -> parts.add(configuration.plain()));
    elements(Element.BEANS)
        .flatMap(beans -> beans.node().items().stream())
        .filter(bean -> bean.text("name").map(route.node()::mentions).orElse(true))
        .forEach(bean -> parts.add(plain(bean)));
    elements()
        .filter(element -> element.file().equals(route.file()))
        .filter(element -> !EXCHANGEABLE.contains(element.kind()))
        .forEach(element -> parts.add(element.plain()));
    return parts;
  }

  private static Object plain(YamlNode node) {
    if (node.text().isPresent()) {
      return node.text().get();
    }
    List<Object> parts = new ArrayList<>();
    node.items().forEach(item -> parts.add(plain(item)));
    node.fields().forEach((name, field) -> parts.add(List.of(name, plain(field))));
    return parts;
  }

  /** As Camel chooses: by names or patterns, or, where a route names none, those without a name. */
  private static boolean uses(Element route, Element configuration) {
    Optional<String> named = route.node().text("routeConfigurationId");
    if (named.isEmpty() || configuration.id().isEmpty()) {
      return named.isEmpty() && configuration.id().isEmpty();
    }
    String id = configuration.id().get();
    return Stream.of(named.get().split(",", -1))
        .anyMatch(
            pattern -> pattern.contains("{{") || PatternHelper.matchPattern(id, pattern.trim()));
  }

  /** What is different in another set of files. */
  RouteChange to(RouteSet other) {
    Map<String, Element> before = routes();
    Map<String, Element> after = other.routes();
    Set<String> added = new TreeSet<>(after.keySet());
    added.removeAll(before.keySet());
    Set<String> removed = new TreeSet<>(before.keySet());
    removed.removeAll(after.keySet());
    Set<String> changed = new TreeSet<>();
    before.forEach(
        (id, route) -> {
          if (after.containsKey(id) && !meaning(route).equals(other.meaning(after.get(id)))) {
            changed.add(id);
          }
        });
    return new RouteChange(added, changed, removed);
  }
}
