package dev.lakeferry.upkeep;

import dev.lakeferry.upkeep.UpkeepEntry.Outcome;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a step did, or would do.
 *
 * @param snapshot the lake's snapshot that it made, by which the table's last change is ours
 */
record Done(
    Outcome outcome, Map<String, Long> figures, List<String> notes, Optional<Long> snapshot) {

  /** Something was done where one of the figures is not 0. */
  static Done of(Map<String, Long> figures, List<String> notes, String... counting) {
    boolean something = false;
    for (String name : counting) {
      something |= figures.getOrDefault(name, 0L) != 0;
    }
    return new Done(
        something ? Outcome.DONE : Outcome.NOTHING,
        new LinkedHashMap<>(figures),
        List.copyOf(notes),
        Optional.empty());
  }

  /** There was nothing to do. */
  static Done nothing(String... notes) {
    return new Done(Outcome.NOTHING, Map.of(), List.of(notes), Optional.empty());
  }

  /** Another has the table, or all of upkeep. */
  static Done busy(String note) {
    return new Done(Outcome.BUSY, Map.of(), List.of(note), Optional.empty());
  }

  /** The table is on hold. */
  static Done held(String note) {
    return new Done(Outcome.HELD, Map.of(), List.of(note), Optional.empty());
  }

  /** The same, having made a snapshot. */
  Done in(Optional<Long> made) {
    return new Done(outcome, figures, notes, made);
  }
}
