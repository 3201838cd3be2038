package dev.lakeferry.settings;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * What built-in checks that do not pass mean, by workflow, team and table. Of the entries that fit,
 * the most specific holds: table before team before workflow before none; of two of one scope the
 * later.
 */
public final class CheckLevels {
  /** What a check that does not pass means. */
  public enum Level {
    /** The table is not published. */
    FAIL,
    /** It is told. */
    WARN,
    /** The check is not run. */
    OFF
  }

  /** The built-in checks. */
  public static final List<String> CHECKS =
      List.of(
          "row_count",
          "file_count",
          "schema",
          "columns_in_every_file",
          "partition_counts",
          "null_counts",
          "key_cardinality",
          "freshness",
          "volume",
          "decode_probe");

  private static final Set<String> TOLD_ONLY = Set.of("columns_in_every_file", "volume");

  private final List<Scoped<Entry>> entries;

  private CheckLevels(List<Scoped<Entry>> entries) {
    this.entries = entries;
  }

  private record Entry(String check, Level level) {}

  /**
   * Reads a list such as {@code volume=warn,team:7/volume=fail}.
   *
   * @throws IllegalArgumentException naming the entry and what is wrong with it
   */
  public static CheckLevels parse(String text) {
    return new CheckLevels(Scoped.list(text, CheckLevels::entry));
  }

  private static Scoped<Entry> entry(String text) {
    int slash = text.lastIndexOf('/');
    String assignment = text.substring(slash + 1);
    int equals = assignment.indexOf('=');
    if (equals < 0) {
      throw wrong(text, "must be check=level or scope/check=level");
    }
    String check = assignment.substring(0, equals).strip();
    if (!CHECKS.contains(check)) {
      throw wrong(
          text, "no check is called '%s'%s".formatted(check, NearestName.hint(check, CHECKS)));
    }
    Level level = level(text, assignment.substring(equals + 1).strip());
    return new Scoped<>(scope(text, slash), new Entry(check, level));
  }

  private static Scope scope(String text, int slash) {
    try {
      return slash < 0 ? Scope.ALL : Scope.parse(text.substring(0, slash));
    } catch (IllegalArgumentException e) {
      throw wrong(text, e.getMessage());
    }
  }

  private static Level level(String text, String word) {
    for (Level level : Level.values()) {
      if (level.name().toLowerCase(Locale.ROOT).equals(word.toLowerCase(Locale.ROOT))) {
        return level;
      }
    }
    throw wrong(text, "a level is fail, warn or off");
  }

  private static IllegalArgumentException wrong(String entry, String what) {
    return new IllegalArgumentException("'%s': %s".formatted(entry, what));
  }

  /**
   * The level of a check. Where no entry fits it is {@link Level#FAIL}, but {@link Level#WARN} for
   * {@code columns_in_every_file} and {@code volume}.
   *
   * @param table as {@code schema.table}
   */
  public Level of(String check, String workflow, long teamId, String table) {
    List<Scoped<Entry>> ofCheck =
        entries.stream().filter(entry -> entry.value().check().equals(check)).toList();
    return Scoped.mostSpecific(ofCheck, workflow, teamId, table)
        .map(Entry::level)
        .orElse(TOLD_ONLY.contains(check) ? Level.WARN : Level.FAIL);
  }
}
