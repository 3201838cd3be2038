package dev.lakeferry.settings;

import java.util.List;
import java.util.Locale;

/**
 * How generations are published, by workflow, team and table. Of the entries that fit, the most
 * specific holds: table before team before workflow before none; of two of one scope the later.
 */
public final class PublishModes {
  /** A way to publish. */
  public enum Mode {
    /** In one transaction. */
    SWAP,
    /** Registered ahead by committed steps, then swapped in one transaction. */
    STAGED,
    /** Only what changed since the live generation, in one transaction; else swap. */
    INCREMENTAL,
    /** Incremental where most is unchanged, else staged above a size, else swap. */
    AUTO
  }

  private final List<Scoped<Mode>> entries;

  private PublishModes(List<Scoped<Mode>> entries) {
    this.entries = entries;
  }

  /**
   * Reads a list such as {@code auto,team:7=staged}.
   *
   * @throws IllegalArgumentException naming the entry and what is wrong with it
   */
  public static PublishModes parse(String text) {
    return new PublishModes(Scoped.list(text, PublishModes::entry));
  }

  private static Scoped<Mode> entry(String text) {
    int equals = text.lastIndexOf('=');
    try {
      Scope scope = equals < 0 ? Scope.ALL : Scope.parse(text.substring(0, equals));
      return new Scoped<>(scope, mode(text.substring(equals + 1).strip()));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("'%s': %s".formatted(text, e.getMessage()), e);
    }
  }

  private static Mode mode(String word) {
    for (Mode mode : Mode.values()) {
      if (mode.name().equals(word.toUpperCase(Locale.ROOT))) {
        return mode;
      }
    }
    throw new IllegalArgumentException("a mode is swap, staged, incremental or auto");
  }

  /**
   * The mode of a table; {@link Mode#SWAP} where no entry fits.
   *
   * @param table as {@code schema.table}
   */
  public Mode of(String workflow, long teamId, String table) {
    return Scoped.mostSpecific(entries, workflow, teamId, table).orElse(Mode.SWAP);
  }
}
