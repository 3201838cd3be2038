package dev.lakeferry.verification;

import dev.lakeferry.naming.TableName;

/**
 * Which table is checked, and of which run: by these, levels and declared checks are chosen, and
 * declared queries may name them as parameters.
 *
 * @param runId the run, or null for a table that no run of ours published
 * @param workflow such as {@code ducklake-copy.data-modeling}; or null likewise
 * @param teamId the project
 * @param jobId the upstream job, or null likewise
 * @param name the live table's name
 * @param modelLabel the model's label; null for an import
 * @param normalizedName the import's or the saved query's name in snake case, or null
 * @param savedQueryId the saved query; null for an import
 * @param savedQueryName its name; null likewise
 */
public record CheckedTable(
    String runId,
    String workflow,
    long teamId,
    String jobId,
    TableName name,
    String modelLabel,
    String normalizedName,
    String savedQueryId,
    String savedQueryName) {

  /** A table of an import. */
  public static CheckedTable ofImport(
      String runId,
      String workflow,
      long teamId,
      String jobId,
      TableName name,
      String normalizedName) {
    return new CheckedTable(runId, workflow, teamId, jobId, name, null, normalizedName, null, null);
  }
}
