package dev.lakeferry.publish;

import dev.lakeferry.generation.Plan;
import java.util.HashMap;
import java.util.Map;

/**
 * What an incremental publication changes of the live table.
 *
 * @param added the part of the plan that is landed and registered
 * @param kept the rows of each file that stays, by its URI
 * @param removed the rows of each file that goes, by its URI
 */
public record Increment(Plan added, Map<String, Long> kept, Map<String, Long> removed) {

  /** Keeps its own maps. */
  public Increment {
    kept = Map.copyOf(kept);
    removed = Map.copyOf(removed);
  }

  /** Whether the generation is the live one. */
  public boolean isNothing() {
    return added.landed().isEmpty() && removed.isEmpty();
  }

  /** The files of the live table that this was planned against. */
  Map<String, Long> before() {
    Map<String, Long> files = new HashMap<>(kept);
    files.putAll(removed);
    return files;
  }

  /**
   * The files that the table is made of afterwards.
   *
   * @param landingUri where the added objects lie, ending with a slash
   */
  Map<String, Long> after(String landingUri) {
    Map<String, Long> files = new HashMap<>(kept);
    for (int i = 0; i < added.landed().size(); i++) {
      files.put(landingUri + added.landed().get(i).landedPath(), added.landedRows()[i]);
    }
    return files;
  }

  /** Rows of the files that stay. */
  long keptRows() {
    return kept.values().stream().mapToLong(Long::longValue).sum();
  }
}
