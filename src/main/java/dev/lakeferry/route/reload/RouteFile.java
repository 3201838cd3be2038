package dev.lakeferry.route.reload;

import dev.lakeferry.ops.RouteProblem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;

/**
 * A file of routes, taken apart into its elements.
 *
 * @param root the whole file, with places
 */
record RouteFile(String name, YamlNode root, List<Element> elements) {

  /**
   * One thing that a file declares.
   *
   * @param kind route, routeConfiguration, beans and so on
   * @param id empty where it has none
   * @param plain the element as maps, lists and scalars: comments and layout are gone, so two that
   *     mean the same are equal
   */
  record Element(String file, String kind, Optional<String> id, YamlNode node, Object plain) {

    static final String ROUTE = "route";
    static final String CONFIGURATION = "routeConfiguration";
    static final String BEANS = "beans";

    boolean is(String other) {
      return kind.equals(other);
    }
  }

  /** A file that is no YAML, or no list of elements. */
  static final class Unreadable extends Exception {
    private static final long serialVersionUID = 1L;
    private final transient RouteProblem problem;

    Unreadable(RouteProblem problem) {
      super(problem.text());
      this.problem = problem;
    }

    RouteProblem problem() {
      return problem;
    }
  }

  /** Takes a file apart. */
  static RouteFile parse(String name, String text) throws Unreadable {
    LoadSettings settings = LoadSettings.builder().setLabel(name).build();
    try {
      Optional<Node> composed = new Compose(settings).composeString(text);
      Object plain = new Load(settings).loadFromString(text);
      if (composed.isEmpty() || !(plain instanceof List<?> list)) {
        throw new Unreadable(
            new RouteProblem(
                name,
                1,
                1,
                "The file must hold a list of routes (- route: …); take it away if it shall hold none."));
      }
      YamlNode root = YamlNode.of(composed.get());
      return new RouteFile(name, root, elements(name, root, list));
    } catch (MarkedYamlEngineException e) {
      Optional<Mark> mark = e.getProblemMark().or(e::getContextMark);
      throw new Unreadable(
          new RouteProblem(
              name,
              mark.map(at -> at.getLine() + 1).orElse(0),
              mark.map(at -> at.getColumn() + 1).orElse(0),
              "No YAML: " + e.getProblem()));
    } catch (YamlEngineException | ClassCastException e) {
      throw new Unreadable(new RouteProblem(name, 0, 0, "No YAML: " + e.getMessage()));
    }
  }

  private static List<Element> elements(String file, YamlNode root, List<?> plain)
      throws Unreadable {
    List<Element> elements = new ArrayList<>();
    for (int i = 0; i < plain.size(); i++) {
      YamlNode item = root.items().get(i);
      if (item.fields().size() != 1) {
        throw new Unreadable(
            new RouteProblem(
                file,
                item.line(),
                item.column(),
                "Each item of the file must be one element, such as - route: …"));
      }
      Map.Entry<String, YamlNode> only = item.fields().entrySet().iterator().next();
      elements.add(
          new Element(
              file, only.getKey(), only.getValue().text("id"), only.getValue(), plain.get(i)));
    }
    return elements;
  }

  /** Some of its elements as a file of their own. */
  static String text(List<Element> elements) {
    return new Dump(DumpSettings.builder().build())
        .dumpToString(elements.stream().map(Element::plain).toList());
  }
}
