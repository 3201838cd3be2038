package dev.lakeferry.job;

import dev.lakeferry.naming.TableName;

/**
 * A table that is renamed.
 *
 * @param teamId the project
 * @param subjectId the source schema that it belongs to
 * @param tableId the catalog's id of the live table; null where nothing was published yet
 */
public record NamingChange(
    long teamId, String subjectId, TableName from, TableName to, Long tableId) {

  /** The same with what the catalog knows. */
  public NamingChange of(Long liveTable) {
    return new NamingChange(teamId, subjectId, from, to, liveTable);
  }
}
