package dev.lakeferry.publish;

import dev.lakeferry.lake.Column;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.verification.CheckResult;
import dev.lakeferry.verification.SchemaComparison;
import java.util.List;
import java.util.Optional;

/**
 * What a publication would change.
 *
 * @param table the live table's name
 * @param liveRows of the live table; empty if there is none
 * @param rows of the new one
 * @param registeredFiles files that would be registered as they are
 * @param rewrittenFiles files whose rows would be inserted
 * @param columns of the new one
 * @param columnChanges a phrase for each kind of change; empty without a live table
 * @param checks what verification found
 */
public record Rehearsal(
    TableName table,
    Optional<Long> liveRows,
    long rows,
    int registeredFiles,
    int rewrittenFiles,
    List<Column> columns,
    List<String> columnChanges,
    List<CheckResult> checks) {

  static Rehearsal of(
      Publication publication,
      Optional<Long> liveRows,
      List<Column> liveColumns,
      List<CheckResult> checks) {
    var plan = publication.plan();
    return new Rehearsal(
        publication.table(),
        liveRows,
        plan.rows(),
        plan.landed().size(),
        plan.rewritten().size(),
        plan.columns(),
        new SchemaComparison(liveColumns, plan.columns()).changes(),
        checks);
  }

  /** Whether it would be published. */
  public boolean wouldPublish() {
    return checks.stream().noneMatch(CheckResult::forbids);
  }
}
