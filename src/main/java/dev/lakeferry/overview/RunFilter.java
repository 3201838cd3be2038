package dev.lakeferry.overview;

import java.util.Set;

/**
 * Which runs are asked for; what is null does not matter.
 *
 * @param state one of {@link #STATES}
 * @param workflow such as {@code ducklake-register.data-imports}
 * @param schema the schema of the lake's table; only together with {@code table}
 * @param subject a source schema or saved query
 */
public record RunFilter(
    Long team, String state, String workflow, String schema, String table, String subject) {
  /** Every run. */
  public static final RunFilter ALL = new RunFilter(null, null, null, null, null, null);

  /** What a run can be: waiting, worked on, or how it ended. */
  public static final Set<String> STATES =
      Set.of("due", "running", "completed", "failed", "skipped", "stale");

  /** Every run of a team. */
  public static RunFilter ofTeam(long team) {
    return new RunFilter(team, null, null, null, null, null);
  }

  /** Every run of a source schema or saved query. */
  public static RunFilter ofSubject(long team, String subject) {
    return new RunFilter(team, null, null, null, null, subject);
  }
}
