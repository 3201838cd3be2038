package dev.lakeferry.settings;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * An entry of a scoped setting.
 *
 * @param value what holds there
 */
record Scoped<T>(Scope scope, T value) {
  private static final Pattern SEPARATOR = Pattern.compile("[,;]");

  /** Reads the entries of a list; blank ones are passed over. */
  static <T> List<Scoped<T>> list(String text, Function<String, Scoped<T>> entry) {
    List<Scoped<T>> entries = new ArrayList<>();
    for (String part : SEPARATOR.split(text)) {
      if (!part.isBlank()) {
        entries.add(entry.apply(part.strip()));
      }
    }
    return List.copyOf(entries);
  }

  /**
   * What the most specific entry that fits says; of two of one scope the later.
   *
   * @param table as {@code schema.table}
   */
  static <T> Optional<T> mostSpecific(
      List<Scoped<T>> entries, String workflow, long teamId, String table) {
    Optional<Scoped<T>> found = Optional.empty();
    for (Scoped<T> entry : entries) {
      boolean fits = entry.scope.holds(workflow, teamId, table);
      if (fits && found.map(held -> entry.scope.weight() >= held.scope.weight()).orElse(true)) {
        found = Optional.of(entry);
      }
    }
    return found.map(Scoped::value);
  }
}
