package dev.lakeferry.settings;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Where an entry of a scoped setting holds. Of the entries that fit, the most specific holds: table
 * before team before workflow before none.
 *
 * @param kind {@code workflow}, {@code team} or {@code table}; empty for everywhere
 * @param name which one; empty for everywhere
 */
record Scope(String kind, String name) {
  static final Scope ALL = new Scope("", "");

  private static final List<String> KINDS = List.of("workflow", "team", "table");
  private static final List<String> WORKFLOWS =
      List.of(
          "ducklake-copy.data-modeling",
          "ducklake-copy.data-imports",
          "ducklake-register.data-imports");
  private static final Pattern TEAM = Pattern.compile("[1-9][0-9]{0,17}");
  private static final Pattern TABLE = Pattern.compile("[^.]+\\.[^.]+");

  /**
   * Reads {@code workflow:<name>}, {@code team:<id>} or {@code table:<schema>.<table>}.
   *
   * @throws IllegalArgumentException saying what is wrong with it
   */
  static Scope parse(String text) {
    String where = text.strip();
    int colon = where.indexOf(':');
    String kind = colon < 0 ? where : where.substring(0, colon).strip();
    if (colon < 0 || !KINDS.contains(kind)) {
      throw new IllegalArgumentException(
          "a scope must be workflow:<name>, team:<id> or table:<schema>.<table>");
    }
    String name = where.substring(colon + 1).strip();
    check(kind, name);
    return new Scope(kind, name);
  }

  private static void check(String kind, String name) {
    switch (kind) {
      case "workflow" -> {
        if (!WORKFLOWS.contains(name)) {
          throw new IllegalArgumentException(
              "no workflow is called '%s'%s".formatted(name, NearestName.hint(name, WORKFLOWS)));
        }
      }
      case "team" -> {
        if (!TEAM.matcher(name).matches()) {
          throw new IllegalArgumentException(
              "a team is named by its id, a whole number of at least 1");
        }
      }
      default -> {
        if (!TABLE.matcher(name).matches()) {
          throw new IllegalArgumentException("a table is named <schema>.<table>");
        }
      }
    }
  }

  /** How specific it is; the larger holds. */
  int weight() {
    return KINDS.indexOf(kind);
  }

  /**
   * Whether it holds there.
   *
   * @param table as {@code schema.table}
   */
  boolean holds(String workflow, long teamId, String table) {
    return switch (kind) {
      case "workflow" -> name.equals(workflow);
      case "team" -> name.equals(Long.toString(teamId));
      case "table" -> name.equalsIgnoreCase(table);
      default -> true;
    };
  }
}
