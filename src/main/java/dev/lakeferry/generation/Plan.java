package dev.lakeferry.generation;

import dev.lakeferry.lake.Column;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;

/**
 * What makes up one generation: which objects, with what schema, how many rows. Whichever source it
 * came from, landing and publication need no more.
 *
 * @param sourceUri where they came from, for messages
 * @param columns the merged schema, partition columns last
 * @param partitionKeys the columns that stand in the path; empty for a flat table
 * @param landed the objects to land and register, ordered by path
 * @param landedRows the rows of each landed object, in the same order
 * @param sparse the landed paths of those that hold nothing but NULL in a column of which others
 *     hold values; known until the plan is divided, empty afterwards
 * @param rewritten the objects to read instead of registering
 * @param rewrittenFrom how the rows of the source, a Delta table, are read; absent where they are
 *     read from the objects themselves
 * @param emptyFiles how many files without rows were left out
 * @param rows of all files together
 * @param expectedRows what upstream counted, or null
 * @param partitions the rows of each partition; empty for a flat table
 * @param facts of the columns whose footers carry null counts everywhere
 * @param remarks what an operator should know, such as a column that older files lack
 * @param digest stands for the objects and schema: equal plans land the same
 */
public record Plan(
    String sourceUri,
    List<Column> columns,
    List<String> partitionKeys,
    List<PlannedObject> landed,
    long[] landedRows,
    Set<String> sparse,
    List<RewrittenObject> rewritten,
    Optional<DeltaRows> rewrittenFrom,
    int emptyFiles,
    long rows,
    Long expectedRows,
    List<PartitionCount> partitions,
    List<ColumnFacts> facts,
    List<String> remarks,
    String digest) {

  /** The same objects, landed elsewhere below the prefix. */
  Plan landedAt(List<PlannedObject> objects, String newDigest) {
    return new Plan(
        sourceUri,
        columns,
        partitionKeys,
        objects,
        landedRows,
        Set.of(),
        rewritten,
        rewrittenFrom,
        emptyFiles,
        rows,
        expectedRows,
        partitions,
        facts,
        remarks,
        newDigest);
  }

  /** Some of the landed objects alone. */
  Plan part(
      List<PlannedObject> objects,
      long[] objectRows,
      List<PartitionCount> partitionCounts,
      List<ColumnFacts> columnFacts) {
    return new Plan(
        sourceUri,
        columns,
        partitionKeys,
        objects,
        objectRows,
        Set.of(),
        List.of(),
        Optional.empty(),
        0,
        LongStream.of(objectRows).sum(),
        null,
        partitionCounts,
        columnFacts,
        remarks,
        PlanDigest.landedAt(digest, objects));
  }

  /** How many rows are inserted instead of being registered with their file. */
  public long rewrittenRows() {
    return rewritten.stream().mapToLong(RewrittenObject::rows).sum();
  }

  /** Sum of the sizes of the objects to land. */
  public long landedBytes() {
    return landed.stream().mapToLong(PlannedObject::size).sum();
  }

  /**
   * Why files are rewritten: {@code 3 files: it has a deletion vector}, one reason a line, the
   * commonest first; empty where all are registered.
   */
  public Optional<String> rewriteReasons() {
    Map<String, Long> counts = new TreeMap<>();
    rewritten.forEach(object -> counts.merge(object.reason(), 1L, Long::sum));
    return counts.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .map(
            reason ->
                "%d %s: %s"
                    .formatted(
                        reason.getValue(),
                        reason.getValue() == 1 ? "file" : "files",
                        reason.getKey()))
        .reduce((one, next) -> one + "\n" + next);
  }

  /** Files times columns that are registered: what COMMIT takes grows with it. */
  public long registeredCells() {
    return (long) landed.size() * columns.size();
  }

  /** How many files with rows the table is made of. */
  public int files() {
    return landed.size() + rewritten.size();
  }
}
