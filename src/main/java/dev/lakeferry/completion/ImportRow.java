package dev.lakeferry.completion;

/**
 * All that an upstream application can tell of an import: the completion, and what only the
 * overview or a copy of the Delta table needs.
 *
 * @param completion a null in it stands for a column that is left empty; its inbox id is not used
 * @param sourceName the source's name as people know it, or null
 * @param deltaFolder the folder of its Delta table below the folder path, or null for the name in
 *     snake case
 * @param deltaVersion the version of the Delta table that the import made, or null for the newest
 */
public record ImportRow(
    CompletedImport completion, String sourceName, String deltaFolder, Long deltaVersion) {}
