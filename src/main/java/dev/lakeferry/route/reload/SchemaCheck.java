package dev.lakeferry.route.reload;

import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonMetaSchema;
import com.networknt.schema.JsonNodePath;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.NonValidationKeyword;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/** Compares a file with Camel's own schema of its YAML: names of elements, steps and fields. */
final class SchemaCheck {
  private static final String SCHEMA = "/schema/camelYamlDsl.json";

  private SchemaCheck() {}

  /** Read once, when it is needed first: it is large. */
  private static final class Holder {
    static final JsonSchema SCHEMA = load();

    private static JsonSchema load() {
      try (InputStream schema = SchemaCheck.class.getResourceAsStream(SchemaCheck.SCHEMA)) {
        JsonMetaSchema draft4 = JsonMetaSchema.getV4();
        // Camel's own word, of which the validator would warn.
        JsonMetaSchema known =
            JsonMetaSchema.builder(draft4).keyword(new NonValidationKeyword("deprecated")).build();
        return JsonSchemaFactory.builder(JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V4))
            .metaSchema(known)
            .build()
            .getSchema(schema);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /**
   * Tells what does not fit. A step that may be written in several ways fails all of them, so only
   * what lies deepest in the file is told: that is where the way that was meant ends.
   */
  static void check(RouteFile file, String text, Findings findings) {
    Set<ValidationMessage> errors = Holder.SCHEMA.validate(text, InputFormat.YAML);
    int deepest =
        errors.stream()
            .mapToInt(error -> error.getInstanceLocation().getNameCount())
            .max()
            .orElse(0);
    errors.stream()
        .filter(error -> error.getInstanceLocation().getNameCount() == deepest)
        .sorted(Comparator.comparing(error -> rank(error.getType())))
        .limit(1)
        .forEach(
            error -> {
              List<Object> path = path(error.getInstanceLocation());
              if (error.getProperty() != null && error.getType().startsWith("additional")) {
                path.add(error.getProperty());
              }
              findings.add(file.name(), file.root().at(path), "%s", told(error, path));
            });
  }

  /** A name that is not known says more than a choice that nothing fits. */
  private static int rank(String keyword) {
    return switch (keyword) {
      case "additionalProperties" -> 0;
      case "enum", "type" -> 1;
      case "required" -> 2;
      default -> 3;
    };
  }

  private static String told(ValidationMessage error, List<Object> path) {
    Object last = path.isEmpty() ? "the file" : path.get(path.size() - 1);
    return switch (error.getType()) {
      case "additionalProperties" -> "'%s' is not known here.".formatted(error.getProperty());
      case "required" -> "'%s' lacks '%s'.".formatted(last, error.getProperty());
      default -> "'%s': %s.".formatted(last, error.getMessage());
    };
  }

  private static List<Object> path(JsonNodePath location) {
    List<Object> path = new ArrayList<>();
    for (int i = 0; i < location.getNameCount(); i++) {
      path.add(location.getElement(i));
    }
    return path;
  }
}
