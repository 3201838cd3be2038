package dev.lakeferry.ops;

import dev.lakeferry.generation.FolderRules;

/**
 * The folder path that an import of a source schema has.
 *
 * @param pattern with {@code {team}}, {@code {type}} and {@code {schema}}, as the settings give it
 */
record FolderPath(String pattern) {
  /** Null where the pattern needs a source type and there is none. */
  String of(long team, String sourceType, String sourceSchemaId) {
    if (sourceType == null && pattern.contains("{type}")) {
      return null;
    }
    return FolderRules.folderPath(
        pattern, team, sourceType == null ? "" : sourceType, sourceSchemaId);
  }
}
