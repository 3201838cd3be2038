package dev.lakeferry.deploy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The metrics that docs/metrics.md lists, with their labels. ObservedRunIT compares that page, and
 * the names of others that deploy/ uses, with what a running service tells.
 */
public final class KnownMetrics {
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `(\\w+)` \\| (\\w+) \\|([^|]*)\\|");
  private static final Pattern NAME =
      Pattern.compile("\\b(?:ducklake|lakeferry|jvm|process|camel|system|executor)_\\w+|\\bup\\b");
  private static final Pattern SELECTOR = Pattern.compile("(\\w+)\\{([^}]*)}");
  private static final Pattern MATCHER = Pattern.compile("(\\w+)\\s*(?:=~|!~|!=|=)");
  private static final Pattern GROUPING = Pattern.compile("\\b(?:by|without)\\s*\\(([^)]*)\\)");
  private static final Pattern MADE = Pattern.compile("label_replace\\([^\"]*\"(\\w+)\"");
  private static final List<String> OF_EVERY_TARGET = List.of("job", "instance", "le");

  private final Map<String, Set<String>> labels = new HashMap<>();

  KnownMetrics() {
    Matcher rows = ROW.matcher(DeployFiles.text("docs/metrics.md"));
    while (rows.find()) {
      Set<String> ofOne = new HashSet<>(Set.of(rows.group(3).trim().split(",\\s*")));
      labels.put(rows.group(1), ofOne);
      if (rows.group(2).equals("histogram")) {
        for (String part : List.of("_bucket", "_sum", "_count", "_max")) {
          labels.put(rows.group(1) + part, ofOne);
        }
      }
    }
  }

  /** Every name of a metric in alerts and dashboards that is not the service's own. */
  public static Set<String> foreign() {
    Set<String> names = new TreeSet<>();
    for (String expression : expressions()) {
      names.addAll(names(expression));
    }
    names.removeIf(
        name -> name.startsWith("lakeferry_") || name.startsWith("ducklake_") || name.equals("up"));
    return names;
  }

  static List<String> expressions() {
    List<String> all = new ArrayList<>(Alerts.expressions());
    all.addAll(Dashboards.expressions());
    return all;
  }

  Set<String> all() {
    return labels.keySet();
  }

  static Set<String> names(String expression) {
    Set<String> names = new TreeSet<>();
    Matcher found = NAME.matcher(withoutTexts(withoutLabels(expression)));
    while (found.find()) {
      names.add(found.group());
    }
    return names;
  }

  /** Labels that an expression names and none of its metrics has; texts that name what is wrong. */
  Set<String> wrong(String expression) {
    Set<String> wrong = new TreeSet<>();
    Set<String> allowed = new HashSet<>(OF_EVERY_TARGET);
    for (String name : names(expression)) {
      if (labels.containsKey(name)) {
        allowed.addAll(labels.get(name));
      } else if (name.startsWith("lakeferry_") || name.startsWith("ducklake_")) {
        wrong.add("no metric " + name);
      } else {
        allowed.addAll(List.of("area", "id", "state", "routeId", "gc", "cause", "action", "pool"));
      }
    }
    Matcher made = MADE.matcher(expression);
    while (made.find()) {
      allowed.add(made.group(1));
    }
    for (String label : labelsOf(expression)) {
      if (!allowed.contains(label)) {
        wrong.add("no label " + label + " in " + expression);
      }
    }
    return wrong;
  }

  private static Set<String> labelsOf(String expression) {
    Set<String> names = new TreeSet<>();
    Matcher selectors = SELECTOR.matcher(expression);
    while (selectors.find()) {
      Matcher matchers = MATCHER.matcher(withoutTexts(selectors.group(2)));
      while (matchers.find()) {
        names.add(matchers.group(1));
      }
    }
    Matcher groupings = GROUPING.matcher(expression);
    while (groupings.find()) {
      names.addAll(List.of(groupings.group(1).trim().split("\\s*,\\s*")));
    }
    return names;
  }

  private static String withoutTexts(String expression) {
    return expression.replaceAll("\"[^\"]*\"", "\"\"");
  }

  private static String withoutLabels(String expression) {
    return GROUPING.matcher(expression.replaceAll("\\{[^}]*}", "{}")).replaceAll("");
  }
}
