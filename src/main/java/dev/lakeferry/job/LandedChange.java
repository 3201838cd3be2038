package dev.lakeferry.job;

import java.util.List;

/**
 * What a publication changes in what is known of its table.
 *
 * @param kind how
 * @param removedKeys landed keys of objects that the table is made of no more
 * @param added objects that it is made of now
 */
public record LandedChange(Kind kind, List<String> removedKeys, List<LandedObject> added) {

  enum Kind {
    NONE,
    FORGET,
    REPLACE,
    CHANGE
  }

  /** What is known stays as it is. */
  public static LandedChange none() {
    return new LandedChange(Kind.NONE, List.of(), List.of());
  }

  /** Nothing is known of the table any more. */
  public static LandedChange forgotten() {
    return new LandedChange(Kind.FORGET, List.of(), List.of());
  }

  /** The table is made anew. */
  public static LandedChange replaced(List<LandedObject> all) {
    return new LandedChange(Kind.REPLACE, List.of(), all);
  }

  /** One more incremental publication. */
  public static LandedChange changed(List<String> removedKeys, List<LandedObject> added) {
    return new LandedChange(Kind.CHANGE, removedKeys, added);
  }
}
