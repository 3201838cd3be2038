package dev.lakeferry.verification;

import dev.lakeferry.settings.NearestName;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** A part of a YAML file that knows its line; whatever is not as asked for is a problem there. */
final class YamlPart {
  private final String file;
  private final Node node;

  private YamlPart(String file, Node node) {
    this.file = file;
    this.node = node;
  }

  /** Reads a text; empty if nothing but comments stands in it. */
  static Optional<YamlPart> read(String file, String text) {
    LoadSettings settings = LoadSettings.builder().setLabel(file).setUseMarks(true).build();
    try {
      return new Compose(settings).composeString(text).map(node -> new YamlPart(file, node));
    } catch (MarkedYamlEngineException e) {
      int line = e.getProblemMark().or(e::getContextMark).map(Mark::getLine).orElse(0) + 1;
      throw new FileProblem(file, line, "not YAML: " + e.getProblem());
    } catch (YamlEngineException e) {
      throw new FileProblem(file, 1, "not YAML: " + e.getMessage());
    }
  }

  /** The line it begins on, from 1. */
  int line() {
    return node.getStartMark().map(Mark::getLine).orElse(0) + 1;
  }

  /** Where it stands. */
  String place() {
    return file + ":" + line();
  }

  /** The line on which a multi-line text's first line stands. */
  int firstLineOfText() {
    boolean block =
        node instanceof ScalarNode scalar
            && (scalar.getScalarStyle() == ScalarStyle.LITERAL
                || scalar.getScalarStyle() == ScalarStyle.FOLDED);
    return block ? line() + 1 : line();
  }

  FileProblem problem(String what) {
    return new FileProblem(file, line(), what);
  }

  FileProblem problemAt(int line, String what) {
    return new FileProblem(file, line, what);
  }

  private boolean isNull() {
    return node.getTag().equals(Tag.NULL);
  }

  /** The entries of a mapping, whose keys are names that somebody chose. */
  Map<String, YamlPart> entries() {
    if (isNull()) {
      return Map.of();
    }
    if (!(node instanceof MappingNode mapping)) {
      throw problem("must be a mapping of names");
    }
    Map<String, YamlPart> entries = new LinkedHashMap<>();
    for (NodeTuple tuple : mapping.getValue()) {
      YamlPart key = new YamlPart(file, tuple.getKeyNode());
      if (entries.put(key.text(), new YamlPart(file, tuple.getValueNode())) != null) {
        throw key.problem("'%s' stands here a second time".formatted(key.text()));
      }
    }
    return entries;
  }

  /** The entries of a mapping whose keys are known. */
  Map<String, YamlPart> entries(List<String> known) {
    Map<String, YamlPart> entries = entries();
    if (node instanceof MappingNode mapping) {
      for (NodeTuple tuple : mapping.getValue()) {
        YamlPart key = new YamlPart(file, tuple.getKeyNode());
        if (!known.contains(key.text())) {
          throw key.problem(
              "unknown key '%s'%s".formatted(key.text(), NearestName.hint(key.text(), known)));
        }
      }
    }
    return entries;
  }

  /** The elements of a list. */
  List<YamlPart> elements() {
    if (isNull()) {
      return List.of();
    }
    if (!(node instanceof SequenceNode sequence)) {
      throw problem("must be a list");
    }
    List<YamlPart> elements = new ArrayList<>();
    sequence.getValue().forEach(element -> elements.add(new YamlPart(file, element)));
    return elements;
  }

  /** A text, or another scalar as it is written. */
  String text() {
    if (!(node instanceof ScalarNode scalar) || isNull()) {
      throw problem("must be a text");
    }
    if (scalar.getValue().isBlank()) {
      throw problem("must not be empty");
    }
    return scalar.getValue();
  }

  /** One of a few words. */
  String word(List<String> known) {
    String word = text();
    if (!known.contains(word)) {
      throw problem(
          "'%s' must be one of %s%s"
              .formatted(word, String.join(", ", known), NearestName.hint(word, known)));
    }
    return word;
  }

  BigDecimal number() {
    try {
      return new BigDecimal(text().strip());
    } catch (NumberFormatException e) {
      throw problem("'%s' must be a number".formatted(text()));
    }
  }

  boolean flag() {
    return word(List.of("true", "false")).equals("true");
  }
}
