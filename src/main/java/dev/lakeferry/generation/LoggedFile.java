package dev.lakeferry.generation;

import java.util.List;
import java.util.Optional;

/**
 * A file that is active at a version, as the table's log says.
 *
 * @param uri where it lies, within the table's folder or elsewhere
 * @param partition the values of the partition columns, each as the engine writes it; null for NULL
 * @param vector which of its rows are deleted, if any are
 */
record LoggedFile(String uri, List<String> partition, Optional<DeletionVector> vector) {}
