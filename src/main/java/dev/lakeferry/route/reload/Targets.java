package dev.lakeferry.route.reload;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Routes that are called by others, and ids: what only all files together can tell. A run is handed
 * over by the name of its workflow, so the workflows that a route names count as called by it.
 */
final class Targets {
  private static final Pattern INNER = Pattern.compile("(direct|seda):(?://)?([^?$]+)(?:\\?.*)?");
  private static final Pattern HANDED_OVER =
      Pattern.compile("seda:(?://)?\\$\\{body\\[workflow]}.*");
  private static final Pattern WORKFLOW =
      Pattern.compile("'(ducklake-(?:copy|register)\\.[a-z-]+)'");

  private record Use(String file, YamlNode node) {}

  private final Findings findings;
  private final Map<String, List<Use>> called = new HashMap<>();
  private final Map<String, Use> begun = new HashMap<>();
  private final Map<String, Use> ids = new HashMap<>();
  private final Set<String> taken;

  Targets(Known known, Findings findings) {
    this.findings = findings;
    this.taken = known.ids();
    known.endpoints().forEach(endpoint -> begun.put(endpoint, null));
  }

  /** An id of a route or a step. */
  void id(String file, YamlNode id) {
    String text = id.text().orElse("");
    if (taken.contains(text)) {
      findings.add(file, id, "The id %s is one of the program's own; take another.", text);
      return;
    }
    Use first = ids.putIfAbsent(text, new Use(file, id));
    if (first != null) {
      findings.add(
          file,
          id,
          "The id %s stands at %s:%d already; ids of routes and steps share one name space.",
          text,
          first.file(),
          first.node().line());
    }
  }

  /** Where a route begins. */
  void from(String file, YamlNode uri) {
    Matcher inner = INNER.matcher(uri.text().orElse(""));
    if (!inner.matches()) {
      return;
    }
    String target = inner.group(1) + ":" + inner.group(2);
    if (!begun.containsKey(target)) {
      begun.put(target, new Use(file, uri));
      return;
    }
    Use first = begun.get(target);
    findings.add(
        file,
        uri,
        "%s is where %s begins already; only one route may.",
        target,
        first == null
            ? "a route of the program"
            : "the route at %s:%d".formatted(first.file(), first.node().line()));
  }

  /** A step of a route that sends to another. */
  void to(String file, YamlNode uri, YamlNode route) {
    String text = uri.text().orElse("");
    if (HANDED_OVER.matcher(text).matches()) {
      workflows(route, new ArrayList<>())
          .forEach(workflow -> call("seda:" + workflow, new Use(file, uri)));
      return;
    }
    Matcher inner = INNER.matcher(text);
    if (inner.matches()) {
      call(inner.group(1) + ":" + inner.group(2), new Use(file, uri));
    }
  }

  private static List<String> workflows(YamlNode node, List<String> found) {
    node.text()
        .ifPresent(
            text -> WORKFLOW.matcher(text).results().forEach(match -> found.add(match.group(1))));
    node.items().forEach(item -> workflows(item, found));
    node.fields().values().forEach(field -> workflows(field, found));
    return found;
  }

  private void call(String target, Use use) {
    called.computeIfAbsent(target, absent -> new ArrayList<>()).add(use);
  }

  /** Tells of calls that nothing answers, once all files were gone through. */
  void end() {
    called.forEach(
        (target, uses) -> {
          if (!begun.containsKey(target)) {
            uses.forEach(
                use ->
                    findings.add(
                        use.file(),
                        use.node(),
                        "%s is called here, but no route begins there; put the route back, or take"
                            + " the step out.",
                        target));
          }
        });
  }
}
