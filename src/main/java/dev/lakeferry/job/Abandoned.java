package dev.lakeferry.job;

import dev.lakeferry.naming.TableName;
import java.util.Optional;

/**
 * An attempt that ended unpublished and can never publish any more, and may have left objects in
 * the bucket.
 *
 * @param id the attempt's own id
 * @param landingPrefix where it landed, or null if it landed nothing
 * @param shadowTable the table that it filled ahead of a staged swap, or null if it filled none
 */
public record Abandoned(
    long id,
    String runId,
    int attempt,
    String targetSchema,
    String targetTable,
    String landingPrefix,
    String shadowTable) {

  /** The table that it was for. */
  public TableName table() {
    return new TableName(targetSchema, targetTable);
  }

  /** The table that it filled ahead of a staged swap, which may be there still. */
  public Optional<TableName> shadow() {
    return Optional.ofNullable(shadowTable).map(name -> new TableName(targetSchema, name));
  }

  @Override
  public String toString() {
    return runId + " attempt " + attempt;
  }
}
