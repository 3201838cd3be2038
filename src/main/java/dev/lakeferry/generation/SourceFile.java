package dev.lakeferry.generation;

/**
 * A Parquet file of a generation, as the source holds it.
 *
 * @param object where it lies and where it is to be landed
 * @param rows from its footer
 * @param signature stands for its schema: equal for files of one layout
 * @param partition its Hive directories
 */
record SourceFile(PlannedObject object, long rows, String signature, HivePath partition) {}
