package dev.lakeferry.upkeep;

import java.util.List;
import java.util.Locale;

/** What upkeep does, in the order in which a whole pass does it. */
public enum Step {
  /** Rows that other clients left in the catalog itself become files. */
  FLUSH,
  /** Snapshots that are older than the retention are forgotten. */
  EXPIRE,
  /** Small files that DuckLake wrote become fewer. */
  MERGE,
  /** Files of which many rows are deleted are written anew. */
  REWRITE,
  /** Objects that no snapshot needs are deleted. */
  CLEAN_UP,
  /** What unpublished attempts left in the bucket is removed. */
  LEFTOVERS,
  /** Statistics of tables that are gone. */
  STATISTICS,
  /** The views in the schema {@code lakeferry_observability}. */
  VIEWS;

  /** All, in their order. */
  public static final List<Step> ALL = List.of(values());

  /** As routes, commands and the log write it: {@code clean-up}. */
  public String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * The step of an id.
   *
   * @throws IllegalArgumentException naming all, if there is none
   */
  public static Step of(String id) {
    return ALL.stream()
        .filter(step -> step.id().equals(id))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "'%s' is no step of upkeep; they are %s".formatted(id, ALL)));
  }

  @Override
  public String toString() {
    return id();
  }
}
