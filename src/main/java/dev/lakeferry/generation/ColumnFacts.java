package dev.lakeferry.generation;

/**
 * What the footers say of a column in all files together.
 *
 * @param name of a column that is not nested
 * @param values how many values are not null; a file that lacks the column has none
 */
public record ColumnFacts(String name, long values) {}
