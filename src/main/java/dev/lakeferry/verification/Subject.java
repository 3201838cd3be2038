package dev.lakeferry.verification;

import dev.lakeferry.lake.Lake;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.naming.TableName;

/**
 * What is checked and against what.
 *
 * @param session in which the table is seen
 * @param tested the shadow, or the live table itself
 * @param table what it is of
 * @param inTransaction whether a statement that fails leaves nothing but ROLLBACK
 * @param scan the one pass over all columns that several checks share
 */
public record Subject(
    LakeSession session,
    TableName tested,
    CheckedTable table,
    Expected expected,
    Before before,
    VerificationRules rules,
    boolean inTransaction,
    SharedScan scan) {

  /** With a scan that is made when first asked for. */
  public Subject(
      LakeSession session,
      TableName tested,
      CheckedTable table,
      Expected expected,
      Before before,
      VerificationRules rules,
      boolean inTransaction) {
    this(
        session,
        tested,
        table,
        expected,
        before,
        rules,
        inTransaction,
        new SharedScan(session, tested, NullCounts.columnsToScan(expected, rules)));
  }

  /** The tested table in SQL. */
  String quoted() {
    return Lake.quoted(tested);
  }
}
