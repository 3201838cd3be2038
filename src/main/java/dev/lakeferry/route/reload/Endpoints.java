package dev.lakeferry.route.reload;

import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.camel.catalog.EndpointValidationResult;
import org.apache.camel.catalog.RuntimeCamelCatalog;
import org.apache.camel.util.json.JsonObject;
import org.apache.camel.util.json.Jsoner;

/** The endpoints of steps: whether there is such a component, and whether it knows the options. */
final class Endpoints {
  private final Scratch scratch;
  private final References references;
  private final Findings findings;
  private final RuntimeCamelCatalog catalog;

  Endpoints(Scratch scratch, References references, Findings findings) {
    this.scratch = scratch;
    this.references = references;
    this.findings = findings;
    this.catalog =
        scratch.context().getCamelContextExtension().getContextPlugin(RuntimeCamelCatalog.class);
  }

  /**
   * Checks one.
   *
   * @param uri as it is written
   * @param parameters the step's, which may hold nothing
   */
  void check(String file, YamlNode uri, Optional<YamlNode> parameters) {
    String text;
    try {
      text = scratch.resolve(uri.text().orElse(""));
    } catch (IllegalArgumentException e) {
      return; // the placeholder is told where placeholders are
    }
    int colon = text.indexOf(':');
    String scheme = colon < 0 ? text : text.substring(0, colon);
    if (scheme.contains("${")) {
      return;
    }
    if (!scratch.hasComponent(scheme)) {
      findings.add(
          file,
          uri,
          "There is no component '%s' on the class path; correct the name, or put its jar into lib/.",
          scheme);
      return;
    }
    Map<String, YamlNode> places = new TreeMap<>();
    Map<String, String> options = options(text, uri, places);
    parameters.ifPresent(
        given ->
            given
                .fields()
                .forEach(
                    (name, node) -> {
                      places.put(name, node);
                      options.put(name, resolved(node));
                    }));
    options
        .values()
        .removeIf(value -> value == null || value.contains("${") || value.startsWith("RAW("));
    references(file, scheme, uri, places, options);
    catalogue(file, scheme, uri, places, options);
  }

  private Map<String, String> options(String text, YamlNode uri, Map<String, YamlNode> places) {
    try {
      Map<String, String> options = new HashMap<>(catalog.endpointProperties(text));
      options.keySet().forEach(name -> places.put(name, uri));
      return options;
    } catch (URISyntaxException | RuntimeException e) {
      return new HashMap<>();
    }
  }

  private String resolved(YamlNode node) {
    try {
      return node.text().map(scratch::resolve).orElse(null);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private void references(
      String file,
      String scheme,
      YamlNode uri,
      Map<String, YamlNode> places,
      Map<String, String> options) {
    options.forEach(
        (name, value) -> {
          YamlNode place = places.getOrDefault(name, uri);
          if (value.startsWith("#") && value.length() > 1 && place != uri) {
            references.named(file, place);
          }
        });
    String source = options.get("dataSourceName");
    if (Set.of("jdbc", "sql").contains(scheme)
        && source != null
        && !Set.of("dataSource", "default").contains(source)
        && !references.isBean(source)) {
      findings.add(file, uri, "There is no bean %s for the data source.", source);
    }
  }

  private void catalogue(
      String file,
      String scheme,
      YamlNode uri,
      Map<String, YamlNode> places,
      Map<String, String> options) {
    if (catalog.componentJSonSchema(scheme) == null) {
      return; // a component that someone bound by hand
    }
    EndpointValidationResult result = catalog.validateProperties(scheme, options);
    Map<String, String> wrong = new TreeMap<>();
    if (!isLenient(scheme)) {
      each(result.getUnknown()).forEach(name -> wrong.put(name, "is no option of " + scheme));
    }
    // A dynamic part may hold what is required.
    boolean dynamic = uri.text().map(text -> text.contains("${")).orElse(false);
    if (!dynamic) {
      each(result.getRequired()).forEach(name -> wrong.put(name, "must be given"));
    }
    names(result.getInvalidEnum())
        .forEach(
            name ->
                wrong.put(
                    name,
                    "must be one of "
                        + String.join(", ", result.getInvalidEnumChoices().get(name))));
    names(result.getInvalidBoolean()).forEach(name -> wrong.put(name, "must be true or false"));
    names(result.getInvalidInteger()).forEach(name -> wrong.put(name, "must be a whole number"));
    names(result.getInvalidNumber()).forEach(name -> wrong.put(name, "must be a number"));
    names(result.getInvalidDuration()).forEach(name -> wrong.put(name, "must be a length of time"));
    wrong.forEach(
        (name, text) ->
            findings.add(
                file, places.getOrDefault(name, uri), "%s: the option %s %s.", scheme, name, text));
  }

  private boolean isLenient(String scheme) {
    try {
      JsonObject component =
          ((JsonObject) Jsoner.deserialize(catalog.componentJSonSchema(scheme)))
              .getMap("component");
      return component.getBooleanOrDefault("lenientProperties", false);
    } catch (org.apache.camel.util.json.DeserializationException e) {
      return false;
    }
  }

  private static List<String> each(Set<String> names) {
    return names == null ? List.of() : new ArrayList<>(names);
  }

  private static List<String> names(Map<String, ?> byName) {
    return byName == null ? List.of() : new ArrayList<>(byName.keySet());
  }
}
