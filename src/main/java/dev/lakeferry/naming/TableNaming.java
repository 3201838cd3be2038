package dev.lakeferry.naming;

import dev.lakeferry.failure.FinalFailure;

/**
 * Where in the lake a completion's data goes. Pure functions: the same input gives the same table
 * for ever, since a table that readers know must not move.
 *
 * <p>The rules are those of the workflows that Lakeferry takes over, so that tables which exist are
 * found again. Two different inputs can give one name ({@code copy_v1} cuts without a tag); {@code
 * table_binding} refuses the second of them.
 */
public final class TableNaming {

  private static final CopyV1 IMPORTS = new CopyV1("data_import");
  private static final CopyV1 MODELS = new CopyV1("model");
  private static final SnakeCase UNBOUNDED = SnakeCase.unbounded();
  private static final SnakeCase BOUNDED = SnakeCase.upTo(CopyV1.MAX_LENGTH);

  private TableNaming() {}

  /**
   * The schema of a team's imports.
   *
   * @param teamId from 1 upwards
   * @throws FinalFailure if it is not
   */
  public static String importsSchema(long teamId) {
    return "insights_data_imports_team_" + checked(teamId);
  }

  /**
   * The schema of a team's materialised models.
   *
   * @param teamId from 1 upwards
   * @throws FinalFailure if it is not
   */
  public static String modelingSchema(long teamId) {
    return "insights_data_modeling_team_" + checked(teamId);
  }

  /**
   * The table of an import: {@code <source type>_<prefix>_<name in snake case>} under the
   * organisation's rule, at most 63 characters.
   *
   * @param prefix the source's prefix; null or empty if it has none
   * @param name the source schema's name as its source spells it, such as {@code public.users}
   * @throws FinalFailure if source type or name is missing or blank, or the team id is below 1
   */
  public static TableName importTable(
      NamingVersion version, long teamId, String sourceType, String prefix, String name) {
    requireText(sourceType, "source type", teamId);
    requireText(name, "source schema's name", teamId);
    String normalized = UNBOUNDED.normalize(name);
    String raw =
        prefix == null || prefix.isEmpty()
            ? sourceType + "_" + normalized
            : sourceType + "_" + prefix + "_" + normalized;
    String table =
        switch (version) {
          case COPY_V1 -> IMPORTS.normalize(raw);
          case LEGACY_BATCH_V1 -> BOUNDED.normalize(raw);
        };
    return new TableName(importsSchema(teamId), table);
  }

  /**
   * A source schema's or saved query's own name in snake case, of any length; null where nothing of
   * it is there to keep.
   */
  public static String normalizedName(String name) {
    return name == null || Whitespace.strip(name).isEmpty() ? null : UNBOUNDED.normalize(name);
  }

  /**
   * The table of a materialised model: 1 to 63 characters; {@code model} where nothing of the text
   * can be kept.
   *
   * @param labelOrName the model's label, else its saved query's name; may be null
   * @throws FinalFailure if the team id is below 1
   */
  public static TableName modelTable(long teamId, String labelOrName) {
    return new TableName(
        modelingSchema(teamId), MODELS.normalize(labelOrName == null ? "" : labelOrName));
  }

  /** As above, with the choice: the label, or the saved query's name where the label is blank. */
  public static TableName modelTable(long teamId, String label, String savedQueryName) {
    return modelTable(teamId, label == null || label.isBlank() ? savedQueryName : label);
  }

  /**
   * The folder of an import's Delta table: the source schema's name in snake case.
   *
   * @throws FinalFailure if the name is missing or blank
   */
  public static String deltaFolder(long teamId, String name) {
    requireText(name, "source schema's name", teamId);
    return UNBOUNDED.normalize(name);
  }

  private static long checked(long teamId) {
    if (teamId < 1) {
      throw new FinalFailure(
          "Cannot name a schema for team id "
              + teamId
              + ": team ids start at 1. Nothing was written; correct the completion and submit it"
              + " again.");
    }
    return teamId;
  }

  private static void requireText(String text, String what, long teamId) {
    if (text == null || Whitespace.strip(text).isEmpty()) {
      throw new FinalFailure(
          "Cannot name the table of an import of team "
              + teamId
              + ": its "
              + what
              + " is missing or blank. Nothing was written; correct the completion and submit it"
              + " again.");
    }
  }
}
