package dev.lakeferry.settings;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * How generations are published, by workflow, team and table. Of the entries that fit, the most
 * specific holds: table before team before workflow before none; of two of one scope the later.
 */
public final class PublishModes {
  private static final Pattern SEPARATOR = Pattern.compile("[,;]");

  /** A way to publish. */
  public enum Mode {
    /** In one transaction. */
    SWAP,
    /** Registered ahead by committed steps, then swapped in one transaction. */
    STAGED,
    /** Staged above a size, else swap. */
    AUTO
  }

  private final List<Entry> entries;

  private PublishModes(List<Entry> entries) {
    this.entries = List.copyOf(entries);
  }

  private record Entry(Scope scope, Mode mode) {}

  /**
   * Reads a list such as {@code auto,team:7=staged}.
   *
   * @throws IllegalArgumentException naming the entry and what is wrong with it
   */
  public static PublishModes parse(String text) {
    List<Entry> entries = new ArrayList<>();
    for (String part : SEPARATOR.split(text)) {
      if (!part.isBlank()) {
        entries.add(entry(part.strip()));
      }
    }
    return new PublishModes(entries);
  }

  private static Entry entry(String text) {
    int equals = text.lastIndexOf('=');
    try {
      Scope scope = equals < 0 ? Scope.ALL : Scope.parse(text.substring(0, equals));
      return new Entry(scope, mode(text.substring(equals + 1).strip()));
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
    throw new IllegalArgumentException("a mode is swap, staged or auto");
  }

  /**
   * The mode of a table; {@link Mode#SWAP} where no entry fits.
   *
   * @param table as {@code schema.table}
   */
  public Mode of(String workflow, long teamId, String table) {
    Mode mode = Mode.SWAP;
    int weight = Integer.MIN_VALUE;
    for (Entry entry : entries) {
      if (entry.scope().holds(workflow, teamId, table) && entry.scope().weight() >= weight) {
        mode = entry.mode();
        weight = entry.scope().weight();
      }
    }
    return mode;
  }
}
