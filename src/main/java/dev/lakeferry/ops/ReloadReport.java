package dev.lakeferry.ops;

import java.time.Instant;
import java.util.List;

/**
 * What became of the last change of the routes' files.
 *
 * @param at when it was seen
 * @param problems what stands against the files as they are now; empty when they are in use
 * @param added routes that began
 * @param changed routes that were replaced
 * @param removed routes that ended
 */
public record ReloadReport(
    Instant at, Outcome outcome, List<RouteProblem> problems, int added, int changed, int removed) {

  /** How it ended. */
  public enum Outcome {
    /** Nothing was changed since the start. */
    STARTED,
    /** The files are in use. */
    APPLIED,
    /** The files are wrong; the routes run as they did before. */
    REFUSED,
    /** A route could not be started; the routes run as they did before. */
    FAILED
  }

  public ReloadReport {
    problems = List.copyOf(problems);
  }
}
