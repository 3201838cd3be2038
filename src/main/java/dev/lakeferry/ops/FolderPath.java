package dev.lakeferry.ops;

import java.util.Locale;

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
    return pattern
        .replace("{team}", Long.toString(team))
        .replace("{type}", part(sourceType))
        .replace("{schema}", part(sourceSchemaId));
  }

  /** The upstream application writes its folders in lower case, with underscores for dashes. */
  private static String part(String text) {
    return text == null ? "" : text.toLowerCase(Locale.ROOT).replace('-', '_');
  }
}
