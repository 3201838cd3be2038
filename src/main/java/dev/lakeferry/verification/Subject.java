package dev.lakeferry.verification;

import dev.lakeferry.lake.Lake;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.naming.TableName;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What is checked and against what.
 *
 * @param session in which the table is seen
 * @param tested the shadow, or the live table itself
 * @param table what it is of
 * @param inTransaction whether a statement that fails leaves nothing but ROLLBACK
 * @param part the rows that are checked where the rest stays as it was; empty for all
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
    Optional<Part> part,
    SharedScan scan) {

  /** With a scan that is made when first asked for. */
  public Subject(
      LakeSession session,
      TableName tested,
      CheckedTable table,
      Expected expected,
      Before before,
      VerificationRules rules,
      boolean inTransaction,
      Optional<Part> part) {
    this(
        session,
        tested,
        table,
        expected,
        before,
        rules,
        inTransaction,
        part,
        new SharedScan(
            session,
            rows(tested, part),
            NullCounts.columnsToScan(expected, rules),
            FileCount.filesToScan(expected, rules)));
  }

  /** Of all rows. */
  public Subject(
      LakeSession session,
      TableName tested,
      CheckedTable table,
      Expected expected,
      Before before,
      VerificationRules rules,
      boolean inTransaction) {
    this(session, tested, table, expected, before, rules, inTransaction, Optional.empty());
  }

  /** How many rows are in the table beside those that are checked. */
  long keptRows() {
    return part.map(Part::keptRows).orElse(0L);
  }

  /** The rows that are checked, as what may stand after FROM. */
  String rows() {
    return rows(tested, part);
  }

  private static String rows(TableName tested, Optional<Part> part) {
    String table = Lake.quoted(tested);
    return part.map(
            added ->
                added.filters().stream()
                    .map(filter -> "SELECT *, filename FROM %s WHERE %s".formatted(table, filter))
                    .collect(Collectors.joining(" UNION ALL ", "(", ")")))
        .orElse(table);
  }

  /** The tested table in SQL. */
  String quoted() {
    return Lake.quoted(tested);
  }
}
