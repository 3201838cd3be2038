package dev.lakeferry.demo;

import java.util.List;

/**
 * One version of a Delta table of the sample.
 *
 * @param version 0 makes the table; a later one replaces all of its files
 * @param columns in order, the partition columns among them
 * @param partitionColumns which of them stand in the paths
 * @param replaced the paths of the version before
 */
record SampleDelta(
    long version, List<Field> columns, List<String> partitionColumns, List<String> replaced) {

  /**
   * A column.
   *
   * @param type as the Delta protocol names it, such as {@code decimal(12,2)}
   */
  record Field(String name, String type) {}

  /** The value that a path has for a partition column; null where it says so. */
  static String partitionValue(String path, String column) {
    for (String segment : path.split("/", -1)) {
      if (segment.startsWith(column + "=")) {
        String value = segment.substring(column.length() + 1);
        return value.equals("__HIVE_DEFAULT_PARTITION__") ? null : value;
      }
    }
    throw new IllegalArgumentException("The path %s has no %s".formatted(path, column));
  }
}
