package dev.lakeferry.route.reload;

import dev.lakeferry.ops.RouteProblem;
import dev.lakeferry.route.reload.RouteFile.Element;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.camel.support.PatternHelper;

/**
 * All that can be known of a directory of routes before it is used. Nothing is connected, started
 * or changed by it.
 */
public final class Validation {
  /** Below these, names are an endpoint's or a bean's own. */
  private static final Set<String> OPAQUE = Set.of("parameters", "properties", "constructors");

  private static final Set<String> SENDING =
      Set.of("to", "toD", "wireTap", "enrich", "pollEnrich", "poll");
  private static final Set<String> CONDITIONS =
      Set.of("filter", "when", "validate", "onWhen", "handled", "continued", "retryWhile");

  /** As Camel tells of a placeholder that it cannot replace. */
  private static final Pattern NAMED = Pattern.compile("Property with key \\[([^\\]]+)]");

  private final Known known;

  /** Takes what routes may refer to. */
  public Validation(Known known) {
    this.known = known;
  }

  /** What is wrong with a directory, by file and place. */
  public List<RouteProblem> check(Path directory) {
    try {
      return check(RouteFiles.read(directory));
    } catch (IOException e) {
      return List.of(
          new RouteProblem(directory.toString(), 0, 0, "The directory cannot be read: " + e));
    }
  }

  /** What is wrong, by file and place. */
  List<RouteProblem> check(RouteFiles files) {
    Findings findings = new Findings();
    if (files.isEmpty()) {
      findings.add(
          new RouteProblem(
              "*.camel.yaml",
              0,
              0,
              "The directory holds no such file; at least the shipped routes must be there."));
      return findings.sorted();
    }
    List<RouteFile> parsed = new ArrayList<>();
    for (Map.Entry<String, String> file : new TreeMap<>(files.texts()).entrySet()) {
      try {
        RouteFile whole = RouteFile.parse(file.getKey(), file.getValue());
        SchemaCheck.check(whole, file.getValue(), findings);
        parsed.add(whole);
      } catch (RouteFile.Unreadable e) {
        findings.add(e.problem());
      }
    }
    Scratch scratch = new Scratch(known);
    parsed.stream()
        .filter(file -> !findings.concern(file.name()))
        .forEach(file -> scratch.load(file, findings));
    new Walk(new RouteSet(parsed), scratch, findings).all(parsed.size() == files.texts().size());
    return findings.sorted();
  }

  /** Goes through all elements once and asks every check about every field. */
  private final class Walk {
    private final RouteSet set;
    private final Findings findings;
    private final Scratch scratch;
    private final References references;
    private final Endpoints endpoints;
    private final Expressions expressions;
    private final Targets targets;

    Walk(RouteSet set, Scratch scratch, Findings findings) {
      this.set = set;
      this.findings = findings;
      this.scratch = scratch;
      this.references = new References(known, set, findings);
      this.endpoints = new Endpoints(scratch, references, findings);
      this.expressions = new Expressions(scratch, findings);
      this.targets = new Targets(known, findings);
    }

    /**
     * Looks at everything.
     *
     * @param whole whether all files could be read; else nobody knows who answers a call
     */
    void all(boolean whole) {
      set.elements().forEach(this::element);
      if (whole) {
        targets.end();
        set.elements(Element.ROUTE).forEach(this::configuration);
      }
    }

    private void element(Element element) {
      if ((element.is(Element.ROUTE) && element.id().isEmpty()) || element.is("from")) {
        findings.add(
            element.file(),
            element.node(),
            "The route has no id; without one it cannot be told from others when it is edited.");
      }
      fields(element.file(), element.kind(), element.node(), element.node());
    }

    private void fields(String file, String name, YamlNode node, YamlNode route) {
      node.text().ifPresent(text -> placeholders(file, node, text));
      node.items().forEach(item -> fields(file, name, item, route));
      node.fields()
          .forEach(
              (field, value) -> {
                look(file, name, field, value, node, route);
                if (OPAQUE.contains(field)) {
                  texts(file, value);
                } else if (field.equals("expression") && !value.fields().isEmpty()) {
                  // The expression of a condition is one, however deep it is wrapped.
                  fields(file, name, value, route);
                } else {
                  fields(file, field, value, route);
                }
              });
    }

    private void texts(String file, YamlNode node) {
      node.text().ifPresent(text -> placeholders(file, node, text));
      node.items().forEach(item -> texts(file, item));
      node.fields().values().forEach(field -> texts(file, field));
    }

    private void look(
        String file, String step, String field, YamlNode value, YamlNode holder, YamlNode route) {
      if (field.equals("id") && value.text().isPresent()) {
        targets.id(file, value);
      }
      if (field.equals("uri")) {
        endpoints.check(file, value, holder.field("parameters"));
        if (step.equals("from")) {
          targets.from(file, value);
        } else {
          targets.to(file, value, route);
        }
      } else if (SENDING.contains(field) && value.text().isPresent()) {
        endpoints.check(file, value, java.util.Optional.empty());
        targets.to(file, value, route);
      } else if (field.equals("from") && value.text().isPresent()) {
        endpoints.check(file, value, java.util.Optional.empty());
        targets.from(file, value);
      }
      references.check(file, field, value);
      expressions.check(file, field, value, CONDITIONS.contains(step));
    }

    private void placeholders(String file, YamlNode node, String text) {
      if (text.contains("{{")) {
        try {
          scratch.resolve(text);
        } catch (IllegalArgumentException e) {
          Matcher named = NAMED.matcher(String.valueOf(e.getMessage()));
          findings.add(
              file,
              node,
              "The placeholder %s has no value; it may name a setting, a line of"
                  + " application.properties or, as {{env:NAME}}, a variable.",
              named.find() ? "{{" + named.group(1) + "}}" : "in this text");
        }
      }
    }

    private void configuration(Element route) {
      route
          .node()
          .field("routeConfigurationId")
          .ifPresent(
              named -> {
                for (String pattern : named.text().orElse("").split(",", -1)) {
                  boolean there =
                      pattern.contains("{{")
                          || set.elements(Element.CONFIGURATION)
                              .flatMap(element -> element.id().stream())
                              .anyMatch(id -> PatternHelper.matchPattern(id, pattern.trim()));
                  if (!there) {
                    findings.add(
                        route.file(),
                        named,
                        "There is no routeConfiguration %s; failures of this route would be handled"
                            + " by nobody.",
                        pattern.trim());
                  }
                }
              });
    }
  }
}
