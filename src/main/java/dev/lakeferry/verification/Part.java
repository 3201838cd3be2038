package dev.lakeferry.verification;

import java.util.List;

/**
 * The rows of a table that a publication added. What stays of the table was verified when it was
 * added, and is not read again.
 *
 * @param filters conditions of which exactly one holds for each added row, and none for any other;
 *     the column {@code filename} may stand in them
 * @param keptRows rows of the table that stay, as the catalog counts them
 */
public record Part(List<String> filters, long keptRows) {}
