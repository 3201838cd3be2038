package dev.lakeferry.generation;

import java.util.Optional;

/**
 * A Parquet file of a generation, as the source holds it.
 *
 * @param object where it lies and where it is to be landed
 * @param uri the same place as the engine names it
 * @param rows that count: of its footer, less those that the source has deleted
 * @param signature stands for its schema: equal for files of one layout
 * @param partition the values of the partition columns
 * @param footerCounts whether its footer's counts are those of its rows: not where rows were
 *     deleted
 * @param rewritten why its rows are read instead of its file being registered, if so
 */
record SourceFile(
    PlannedObject object,
    String uri,
    long rows,
    String signature,
    HivePath partition,
    boolean footerCounts,
    Optional<String> rewritten) {

  /** A file of which every row counts and that may be registered. */
  static SourceFile whole(
      PlannedObject object, String uri, long rows, String signature, HivePath partition) {
    return new SourceFile(object, uri, rows, signature, partition, true, Optional.empty());
  }

  /** The same file, to be rewritten; the first reason stands. */
  SourceFile because(String reason) {
    return rewritten.isPresent()
        ? this
        : new SourceFile(
            object, uri, rows, signature, partition, footerCounts, Optional.of(reason));
  }
}
