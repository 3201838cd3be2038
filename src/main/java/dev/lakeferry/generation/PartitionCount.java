package dev.lakeferry.generation;

import java.util.List;

/**
 * The rows of one partition.
 *
 * @param values decoded texts in the order of the partition keys, a null for NULL
 * @param rows how many
 */
public record PartitionCount(List<String> values, long rows) {}
