package dev.lakeferry.overview;

import java.time.Instant;

/** What an operator may do about a run. */
final class Advice {
  private Advice() {}

  /** A sentence, or null where there is nothing to do. */
  static String of(
      String state,
      long team,
      String waitingReason,
      Instant notBefore,
      Instant now,
      AttemptReport newest) {
    return switch (state) {
      case "due" ->
          waitingReason == null ? due(notBefore, now, newest) : "It waits: " + waitingReason;
      case "failed" ->
          "It is not tried again by itself. Mend what the error names, then retry it;"
              + " docs/runbook.md says what each failure means.";
      case "skipped" ->
          "Its flag is off. Switch it on, then retry it, or all of the team: bin/lakeferry regate"
              + " --team "
              + team;
      case "stale" ->
          newest != null && newest.supersededBy() != null
              ? "Nothing to do: run %s carries the newer data.".formatted(newest.supersededBy())
              : "Nothing to do: newer data replaced it.";
      default -> null;
    };
  }

  private static String due(Instant notBefore, Instant now, AttemptReport newest) {
    if (notBefore != null && notBefore.isAfter(now)) {
      return "It is tried again by itself in %s."
          .formatted(Ages.words(notBefore.getEpochSecond() - now.getEpochSecond()));
    }
    return newest == null
        ? "It waits for a free worker."
        : "It waits for a free worker to be tried again.";
  }
}
