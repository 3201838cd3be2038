package dev.lakeferry.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The files by which the service is deployed, as trees; all paths are below the program's home. */
public final class DeployFiles {
  static final Path HOME = Path.of(System.getProperty("lakeferry.home", "."));
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+):-([^}]*)}");

  private DeployFiles() {}

  /** A text file. */
  static String text(String file) {
    try {
      return Files.readString(HOME.resolve(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A YAML or JSON file of one document; its merge keys are followed. */
  static JsonNode tree(String file) {
    Object document =
        new Load(LoadSettings.builder().setLabel(file).build()).loadFromString(text(file));
    return merged(JSON.valueToTree(document));
  }

  /** YAML 1.2 knows no merge keys, Compose does. */
  private static JsonNode merged(JsonNode node) {
    node.forEach(DeployFiles::merged);
    if (node.has("<<")) {
      ObjectNode into = (ObjectNode) node;
      JsonNode base = into.remove("<<");
      base.fields()
          .forEachRemaining(
              field -> {
                if (!into.has(field.getKey())) {
                  into.set(field.getKey(), field.getValue());
                }
              });
    }
    return node;
  }

  /** A Compose value where the caller's environment has nothing. */
  static String withDefaults(String value) {
    return VARIABLE.matcher(value).replaceAll(match -> Matcher.quoteReplacement(match.group(2)));
  }

  /** The texts of a list; empty where there is none. */
  static List<String> texts(JsonNode list) {
    List<String> texts = new ArrayList<>();
    list.forEach(one -> texts.add(one.asText()));
    return texts;
  }

  /** The one member of a list whose name is this. */
  static JsonNode named(JsonNode list, String name) {
    for (JsonNode one : list) {
      if (one.path("name").asText().equals(name)) {
        return one;
      }
    }
    throw new AssertionError("Nothing called " + name + " in " + list);
  }

  /** Names of the files of a directory that end so, in their order. */
  static List<String> names(String directory, String ending) {
    try (Stream<Path> files = Files.list(HOME.resolve(directory))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(ending))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
