package dev.lakeferry.generation;

/**
 * A column as the table's metadata describes it.
 *
 * @param name as the table shows it
 * @param physicalName as its files and the log's partition values spell it; the name itself where
 *     nothing is mapped
 * @param id its field id; null where nothing is mapped
 * @param nested whether it is a struct, list or map
 */
record DeltaField(String name, String physicalName, Integer id, boolean nested) {}
