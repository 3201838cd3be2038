package dev.lakeferry.generation;

import java.util.List;

/**
 * The active files of a version by its log.
 *
 * @param files in the order of their paths
 * @param outside whether the log names any of them, or a deletion vector, by an absolute path
 */
record LoggedFiles(List<LoggedFile> files, boolean outside) {}
