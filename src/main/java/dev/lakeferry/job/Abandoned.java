package dev.lakeferry.job;

import dev.lakeferry.naming.TableName;

/**
 * An attempt that ended unpublished and can never publish any more, and may have left objects in
 * the bucket.
 *
 * @param id the attempt's own id
 * @param landingPrefix where it landed, or null if it landed nothing
 */
public record Abandoned(
    long id,
    String runId,
    int attempt,
    String targetSchema,
    String targetTable,
    String landingPrefix) {

  /** The table that it was for. */
  public TableName table() {
    return new TableName(targetSchema, targetTable);
  }

  @Override
  public String toString() {
    return runId + " attempt " + attempt;
  }
}
