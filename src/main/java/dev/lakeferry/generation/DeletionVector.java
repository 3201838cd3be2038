package dev.lakeferry.generation;

/**
 * Where a file's deleted rows are written down, as the log describes it.
 *
 * @param storageType {@code i} inline, {@code u} in a file of the table, {@code p} in a file named
 *     by an absolute path
 * @param pathOrInline the vector itself or what names its file
 * @param offset of the vector in its file, in bytes; null where it has none
 * @param size of the vector, in bytes
 * @param cardinality how many rows are deleted
 */
record DeletionVector(
    String storageType, String pathOrInline, Integer offset, int size, long cardinality) {}
