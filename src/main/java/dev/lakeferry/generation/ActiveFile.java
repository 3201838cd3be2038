package dev.lakeferry.generation;

import java.util.List;

/**
 * A file that is part of a Delta table's version.
 *
 * @param uri where it lies
 * @param partition the values of the partition columns, each as the engine writes it
 * @param deletes whether it has a deletion vector
 * @param scanned how many rows a scan found in it; null where the log alone was read
 * @param deleted how many of its rows the log deletes, where that was read
 */
record ActiveFile(String uri, List<String> partition, boolean deletes, Long scanned, long deleted) {

  static ActiveFile of(LoggedFile file) {
    return new ActiveFile(
        file.uri(),
        file.partition(),
        file.vector().isPresent(),
        null,
        file.vector().map(DeletionVector::cardinality).orElse(0L));
  }

  /** How many rows the version has of it. */
  long rows(long inFooter) {
    return scanned == null ? inFooter - deleted : scanned;
  }
}
