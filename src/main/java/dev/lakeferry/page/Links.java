package dev.lakeferry.page;

import dev.lakeferry.naming.TableName;
import dev.lakeferry.overview.OverviewFilter;
import dev.lakeferry.overview.RunFilter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Where things are; whatever stands in a name, a link leads to it. */
public final class Links {
  /** As a publication writes it. */
  private static final Pattern COMMIT = Pattern.compile("(ducklake-.+) attempt \\d+");

  private Links() {}

  /** A run's page. An id that no path can carry stands behind the question mark. */
  public static String run(String id) {
    return isPlain(id) ? "/runs/" + encoded(id) : "/run?id=" + encoded(id);
  }

  /** The page of the run that a commit message names; null for one that is not the service's. */
  public static String committed(String message) {
    Matcher named = COMMIT.matcher(String.valueOf(message));
    return named.matches() ? run(named.group(1)) : null;
  }

  /** The part of a run's page that changes while it runs. */
  public static String live(String id) {
    return isPlain(id) ? "/runs/" + encoded(id) + "/live" : "/run/live?id=" + encoded(id);
  }

  /** Where a form does something to a run: {@code retry} or {@code cancel}. */
  public static String act(String id, String action) {
    return isPlain(id)
        ? "/runs/" + encoded(id) + "/" + action
        : "/run/" + action + "?id=" + encoded(id);
  }

  /**
   * Where a form does something to a table: {@code hold} or {@code release}.
   *
   * @param run the run whose page it leads back to, or null for the table's own
   */
  public static String hold(String table, String action, String run) {
    String there = table(table).replaceFirst("^/table", "/table/" + action);
    return run == null ? there : there + "&run=" + encoded(run);
  }

  private static boolean isPlain(String id) {
    return !id.isEmpty()
        && id.length() <= 1_024
        && !id.equals(".")
        && !id.equals("..")
        && id.chars().noneMatch(c -> Character.isISOControl(c) || c == '/' || c == '\\');
  }

  /** A team's page. */
  public static String team(long id) {
    return "/teams/" + id;
  }

  /** A page of a table of the lake, from {@code schema.table}. */
  public static String table(String name) {
    TableName table = TableName.parse(name).orElseGet(() -> new TableName("", name));
    return "/table?schema=" + encoded(table.schema()) + "&table=" + encoded(table.table());
  }

  /** The page of a lake, by the name that operators know it by. */
  public static String lake(String name) {
    return "/lake?lake=" + encoded(name);
  }

  /** A page of a table of a lake, from {@code schema.table}. */
  public static String table(String name, String lake) {
    return table(name) + "&lake=" + encoded(lake);
  }

  /** A table's runs. */
  public static String runsOf(String name) {
    return "/runs?table=" + encoded(name);
  }

  /** The overview with a filter. */
  public static String overview(OverviewFilter filter, int page) {
    return overview("/", filter, page);
  }

  /** The same below another path. */
  public static String overview(String path, OverviewFilter filter, int page) {
    Map<String, String> query = new LinkedHashMap<>();
    query.put("q", filter.text());
    query.put("team", path.equals("/") && filter.team() != null ? filter.team().toString() : null);
    query.put("state", filter.state() == null ? null : filter.state().id());
    query.put("source", filter.source());
    query.put("alert", filter.alert());
    query.put("page", page == 1 ? null : Integer.toString(page));
    return with(path, query);
  }

  /** The list of runs with a filter. */
  public static String runs(RunFilter filter, String cursor) {
    Map<String, String> query = new LinkedHashMap<>();
    query.put("team", filter.team() == null ? null : filter.team().toString());
    query.put("state", filter.state());
    query.put("workflow", filter.workflow());
    query.put("table", filter.table() == null ? null : filter.schema() + "." + filter.table());
    query.put("subject", filter.subject());
    query.put("cursor", cursor);
    return with("/runs", query);
  }

  private static String with(String path, Map<String, String> query) {
    String text =
        query.entrySet().stream()
            .filter(entry -> entry.getValue() != null && !entry.getValue().isBlank())
            .map(entry -> entry.getKey() + "=" + encoded(entry.getValue()))
            .collect(Collectors.joining("&"));
    return text.isEmpty() ? path : path + "?" + text;
  }

  /** A part of a path or query. */
  static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
