package dev.lakeferry.generation;

import dev.lakeferry.completion.CompletedImport;
import dev.lakeferry.failure.FinalFailure;
import java.util.Locale;

/**
 * Where a completion may point. Law "names from outside are data": a folder of another team, or one
 * that climbs, is refused before anything is listed.
 */
public final class FolderRules {
  private final String pattern;

  /**
   * Takes the pattern of a folder path, with {@code {team}}, {@code {type}} and {@code {schema}}
   * for the completion's own.
   */
  public FolderRules(String pattern) {
    this.pattern = pattern;
  }

  /**
   * The key prefix of a prepared folder below the source bucket's own, ending in a slash.
   *
   * @throws FinalFailure if the completion names a place that is not its own
   */
  public String prefix(CompletedImport completion) {
    return folderPath(completion)
        + "/"
        + plainName(completion.preparedFolder(), "prepared_folder")
        + "/";
  }

  /**
   * The key prefix of an import's Delta table below the source bucket's own, ending in a slash.
   *
   * @param folder the table's folder
   * @throws FinalFailure if the completion names a place that is not its own
   */
  public String deltaPrefix(CompletedImport completion, String folder) {
    return folderPath(completion) + "/" + plainName(folder, "delta_folder") + "/";
  }

  /** The folder path that a pattern means for an import of a source schema. */
  public static String folderPath(
      String pattern, long teamId, String sourceType, String sourceSchemaId) {
    return pattern
        .replace("{team}", Long.toString(teamId))
        .replace("{type}", part(sourceType))
        .replace("{schema}", part(sourceSchemaId));
  }

  private String folderPath(CompletedImport completion) {
    String expected =
        folderPath(
            pattern,
            completion.teamId(),
            given(completion.sourceType(), "source_type"),
            given(completion.sourceSchemaId(), "source_schema_id"));
    String folderPath = given(completion.folderPath(), "folder_path");
    if (!folderPath.equals(expected)) {
      throw new FinalFailure(
          ("The folder path '%s' is not that of team %d and this source schema ('%s'); nothing was"
                  + " listed. Correct the completion and submit it again.")
              .formatted(folderPath, completion.teamId(), expected));
    }
    return folderPath;
  }

  private static String plainName(String name, String column) {
    String folder = given(name, column);
    if (folder.contains("/")
        || folder.contains("\\")
        || folder.equals(".")
        || folder.equals("..")
        || folder.chars().anyMatch(Character::isISOControl)) {
      throw new FinalFailure(
          ("The %s '%s' must be one plain name without a slash; nothing was listed."
                  + " Correct the completion and submit it again.")
              .formatted(column.replace('_', ' '), folder));
    }
    return folder;
  }

  /** The upstream application writes its folders in lower case, with underscores for dashes. */
  private static String part(String text) {
    return text.toLowerCase(Locale.ROOT).replace('-', '_');
  }

  private static String given(String text, String column) {
    if (text == null || text.isBlank()) {
      throw new FinalFailure(
          "The completion has no %s; nothing was listed. Submit it again with one."
              .formatted(column));
    }
    return text;
  }
}
