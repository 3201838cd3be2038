package dev.lakeferry.verification;

import dev.lakeferry.generation.ColumnFacts;
import dev.lakeferry.generation.DeltaRows;
import dev.lakeferry.generation.PartitionCount;
import dev.lakeferry.generation.Plan;
import dev.lakeferry.lake.Column;
import java.util.List;
import java.util.Optional;

/**
 * What a table should hold, as its source tells; of a live table, as it was published.
 *
 * @param rows how many, if known
 * @param files how many, if known
 * @param filesUnder the prefix that those files lie under; empty means wherever they lie
 * @param columns with types; empty means unknown
 * @param partitionKeys the columns of the source's partitions
 * @param partitions the rows of each partition
 * @param facts how many values of a column are not null
 * @param bytes of the registered files
 * @param remarks columns that some files lack
 * @param delta how the source is read at its pinned version, where it is a Delta table
 * @param decoded what decoding the landed files found, where that was done before the transaction
 */
public record Expected(
    Optional<Long> rows,
    Optional<Long> files,
    Optional<String> filesUnder,
    List<Column> columns,
    List<String> partitionKeys,
    List<PartitionCount> partitions,
    List<ColumnFacts> facts,
    long bytes,
    List<String> remarks,
    Optional<DeltaRows> delta,
    Optional<Finding> decoded) {

  /**
   * By a plan.
   *
   * @param landingUri where its objects were landed, if any were
   */
  public static Expected of(Plan plan, Optional<String> landingUri, Optional<Finding> decoded) {
    return new Expected(
        Optional.of(plan.rows()),
        landingUri.map(uri -> (long) plan.landed().size()),
        landingUri,
        plan.columns(),
        plan.partitionKeys(),
        plan.partitions(),
        plan.facts(),
        plan.landedBytes(),
        plan.remarks(),
        plan.rewrittenFrom(),
        decoded);
  }

  /**
   * By a plan of which only a part is new in the table: the rows are the table's, all else is the
   * part's.
   *
   * @param added the part
   * @param landingUri where its objects were landed, if any were
   */
  public static Expected ofPart(
      Plan plan, Plan added, Optional<String> landingUri, Optional<Finding> decoded) {
    return new Expected(
        Optional.of(plan.rows()),
        landingUri.map(uri -> (long) added.landed().size()),
        landingUri,
        plan.columns(),
        plan.partitionKeys(),
        added.partitions(),
        added.facts(),
        added.landedBytes(),
        plan.remarks(),
        plan.rewrittenFrom(),
        decoded);
  }

  /** By what was published last. */
  static Expected published(Optional<Long> rows, Optional<Long> files, List<Column> columns) {
    return new Expected(
        rows,
        files,
        Optional.empty(),
        columns,
        List.of(),
        List.of(),
        List.of(),
        0,
        List.of(),
        Optional.empty(),
        Optional.empty());
  }
}
