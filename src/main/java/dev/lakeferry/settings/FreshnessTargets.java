package dev.lakeferry.settings;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How old applied data may grow, by team and table. Of the entries that fit, the most specific
 * holds: table before team before workflow before none; of two of one scope the later.
 */
public final class FreshnessTargets {
  private static final String OFF = "off";

  private final List<Scoped<Optional<Duration>>> entries;

  private FreshnessTargets(List<Scoped<Optional<Duration>>> entries) {
    this.entries = entries;
  }

  /**
   * Reads a list such as {@code 24h,team:7=6h,table:s.t=off}.
   *
   * @throws IllegalArgumentException naming the entry and what is wrong with it
   */
  public static FreshnessTargets parse(String text) {
    return new FreshnessTargets(Scoped.list(text, FreshnessTargets::entry));
  }

  private static Scoped<Optional<Duration>> entry(String text) {
    int equals = text.lastIndexOf('=');
    try {
      Scope scope = equals < 0 ? Scope.ALL : Scope.parse(text.substring(0, equals));
      return new Scoped<>(scope, target(text.substring(equals + 1).strip()));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("'%s': %s".formatted(text, e.getMessage()), e);
    }
  }

  private static Optional<Duration> target(String word) {
    if (word.equalsIgnoreCase(OFF)) {
      return Optional.empty();
    }
    try {
      return Optional.of(Durations.parse(word));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("a target is a length of time such as 6h, or off", e);
    }
  }

  /**
   * The target of a table; empty where none holds.
   *
   * @param workflow the one that applied its data last, or null
   * @param table as {@code schema.table}, or null where it is not known yet
   */
  public Optional<Duration> of(String workflow, long teamId, String table) {
    return Scoped.mostSpecific(entries, workflow, teamId, table).flatMap(target -> target);
  }
}
