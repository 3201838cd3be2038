package dev.lakeferry.route.reload;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * A part of a YAML file that knows its place.
 *
 * @param value a String, a {@code List<YamlNode>} or a {@code Map<String, YamlNode>}
 * @param line from 1
 * @param column from 1
 */
record YamlNode(Object value, int line, int column) {

  static YamlNode of(Node node) {
    int line = node.getStartMark().map(mark -> mark.getLine() + 1).orElse(0);
    int column = node.getStartMark().map(mark -> mark.getColumn() + 1).orElse(0);
    return new YamlNode(value(node), line, column);
  }

  private static Object value(Node node) {
    if (node instanceof ScalarNode scalar) {
      return scalar.getValue();
    }
    if (node instanceof SequenceNode sequence) {
      List<YamlNode> items = new ArrayList<>();
      sequence.getValue().forEach(item -> items.add(of(item)));
      return List.copyOf(items);
    }
    Map<String, YamlNode> fields = new LinkedHashMap<>();
    for (NodeTuple tuple : ((MappingNode) node).getValue()) {
      fields.put(((ScalarNode) tuple.getKeyNode()).getValue(), of(tuple.getValueNode()));
    }
    return fields;
  }

  Optional<String> text() {
    return value instanceof String text ? Optional.of(text) : Optional.empty();
  }

  /** The items of a list; of anything else, none. */
  @SuppressWarnings("unchecked")
  List<YamlNode> items() {
    return value instanceof List ? (List<YamlNode>) value : List.of();
  }

  /** The fields of a mapping; of anything else, none. */
  @SuppressWarnings("unchecked")
  Map<String, YamlNode> fields() {
    return value instanceof Map ? (Map<String, YamlNode>) value : Map.of();
  }

  Optional<YamlNode> field(String name) {
    return Optional.ofNullable(fields().get(name));
  }

  /** The text of a field. */
  Optional<String> text(String name) {
    return field(name).flatMap(YamlNode::text);
  }

  /** Goes down by field names and list positions, as far as there is something. */
  YamlNode at(List<?> path) {
    YamlNode here = this;
    for (Object step : path) {
      Optional<YamlNode> next =
          step instanceof Integer index
              ? here.items().stream().skip(index).findFirst()
              : here.field(step.toString());
      if (next.isEmpty()) {
        return here;
      }
      here = next.get();
    }
    return here;
  }

  /** Whether a word stands in any text below. */
  boolean mentions(String word) {
    return text().map(text -> text.contains(word)).orElse(false)
        || items().stream().anyMatch(item -> item.mentions(word))
        || fields().values().stream().anyMatch(field -> field.mentions(word));
  }
}
