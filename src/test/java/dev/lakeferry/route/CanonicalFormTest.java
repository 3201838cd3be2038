package dev.lakeferry.route;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonMetaSchema;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.NonValidationKeyword;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What is shipped is written in Camel's canonical form, which every tool reads and every version of
 * Camel takes: no short forms, parameters as a map, and an id for each route and step, by which
 * tests, metrics and the coverage check ({@link RouteStepsIT}) know it. Camel 4.18 ships the schema
 * of the classic form alone; without its short forms it is that of the canonical one.
 */
class CanonicalFormTest {
  private static final Path HOME = Path.of(System.getProperty("lakeferry.home", "."));
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());
  private static final JsonSchema CANONICAL = canonical();

  private static JsonSchema canonical() {
    try (InputStream in =
        CanonicalFormTest.class.getResourceAsStream("/schema/camelYamlDsl.json")) {
      JsonNode schema = JSON.readTree(in);
      assertThat(withoutShortForms(schema)).as("short forms in Camel's schema").isGreaterThan(50);
      JsonMetaSchema known =
          JsonMetaSchema.builder(JsonMetaSchema.getV4())
              .keyword(new NonValidationKeyword("deprecated"))
              .build();
      return JsonSchemaFactory.builder(JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V4))
          .metaSchema(known)
          .build()
          .getSchema(schema);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Takes them out; answers how many there were. */
  private static int withoutShortForms(JsonNode node) {
    int taken = 0;
    if (node instanceof ObjectNode object) {
      taken += without(object, "oneOf", CanonicalFormTest::isText);
      taken += without(object, "anyOf", CanonicalFormTest::isInlineExpression);
    }
    for (JsonNode child : node) {
      taken += withoutShortForms(child);
    }
    return taken;
  }

  private interface Form {
    boolean is(JsonNode choice);
  }

  private static int without(ObjectNode object, String keyword, Form form) {
    if (!(object.get(keyword) instanceof ArrayNode choices) || choices.size() < 2) {
      return 0;
    }
    int before = choices.size();
    for (int i = choices.size() - 1; i >= 0; i--) {
      if (form.is(choices.get(i))) {
        choices.remove(i);
      }
    }
    return before - choices.size();
  }

  /** {@code to: direct:a} instead of {@code to: {uri: direct:a}}. */
  private static boolean isText(JsonNode choice) {
    return choice.path("type").asText().equals("string");
  }

  /** {@code simple: …} instead of {@code expression: {simple: …}}. */
  private static boolean isInlineExpression(JsonNode choice) {
    JsonNode first = choice.path("oneOf").path(0).path("$ref");
    return first.asText().endsWith(".ExpressionDefinition");
  }

  static List<Path> files() throws IOException {
    List<Path> files = new ArrayList<>();
    for (Path directory : List.of(HOME.resolve("routes"), HOME.resolve("examples/routes"))) {
      try (Stream<Path> found = Files.list(directory)) {
        found.filter(file -> file.toString().endsWith(".camel.yaml")).forEach(files::add);
      }
    }
    assertThat(files).hasSizeGreaterThan(10);
    return files;
  }

  @ParameterizedTest
  @MethodSource("files")
  void aShippedFileHasNoShortForms(Path file) throws IOException {
    assertThat(CANONICAL.validate(Files.readString(file), InputFormat.YAML)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("files")
  void aShippedUriHasNoQuery(Path file) throws IOException {
    assertThat(YAML.readTree(file.toFile()).findValuesAsText("uri"))
        .isNotEmpty()
        .allSatisfy(uri -> assertThat(uri).doesNotContain("?"));
  }

  @ParameterizedTest
  @MethodSource("files")
  void everyShippedRouteAndStepHasAnId(Path file) throws IOException {
    List<String> nameless = new ArrayList<>();
    for (JsonNode element : YAML.readTree(file.toFile())) {
      for (String kind : List.of("route", "routeConfiguration")) {
        if (element.has(kind)) {
          steps(kind, element.get(kind), nameless);
        }
      }
    }
    assertThat(nameless).isEmpty();
  }

  private static void steps(String kind, JsonNode step, List<String> nameless) {
    if (!step.path("id").isTextual()) {
      nameless.add(kind + " " + step);
    }
    inner(step, nameless);
  }

  /** Steps stand in lists; so do the branches of a choice and the clauses of a configuration. */
  private static void inner(JsonNode node, List<String> nameless) {
    node.fields()
        .forEachRemaining(
            field -> {
              JsonNode value = field.getValue();
              if (field.getKey().equals("steps") || field.getKey().equals("onException")) {
                if (value.isArray()) {
                  value.forEach(
                      item ->
                          item.fields()
                              .forEachRemaining(
                                  step -> steps(step.getKey(), step.getValue(), nameless)));
                }
              } else if (List.of("when", "doCatch").contains(field.getKey())) {
                value.forEach(branch -> steps(field.getKey(), branch, nameless));
              } else if (List.of("from", "otherwise", "doFinally").contains(field.getKey())) {
                inner(value, nameless);
              }
            });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "- route: {id: a, from: {uri: direct:a, steps: [{to: direct:b}]}}",
        "- route: {id: a, from: {uri: direct:a, steps: [{setBody: {simple: x}}]}}",
        "- route: {id: a, from: {uri: direct:a, steps: [{setBody: {expression: {simple: x}}}]}}",
        "- route: {id: a, from: {uri: direct:a, steps: [{log: x}]}}",
        "- route: {id: a, from: {uri: direct:a, steps: [{filter: {simple: x, steps: []}}]}}"
      })
  void aShortFormIsFound(String route) {
    assertThat(CANONICAL.validate(route, InputFormat.YAML)).isNotEmpty();
  }

  @Test
  void theCanonicalFormIsTaken() {
    assertThat(
            CANONICAL.validate(
                "- route: {id: a, from: {uri: direct:a, steps: [{setBody: {expression: {simple:"
                    + " {expression: x}}}}, {to: {uri: direct:b}}, {log: {message: x}}]}}",
                InputFormat.YAML))
        .isEmpty();
  }
}
