package dev.lakeferry.ops;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import picocli.CommandLine.Option;

/** One completion as options, one for each column of the inbox. */
final class ImportOptions {
  @Option(names = "--team", required = true, description = "The team's id.")
  private Long team;

  @Option(names = "--team-uuid", description = "The team's UUID, by which flags may target it.")
  private String teamUuid;

  @Option(
      names = "--organization",
      description = "The team's organisation; decides how tables are named.")
  private String organization;

  @Option(names = "--environment", description = "The environment's id, if there is one.")
  private Long environment;

  @Option(names = "--source-id", description = "The source that was imported from.")
  private String sourceId;

  @Option(names = "--source-name", description = "The source's name as people know it.")
  private String sourceName;

  @Option(names = "--source-type", required = true, description = "The kind of source: Stripe.")
  private String sourceType;

  @Option(names = "--prefix", description = "The source's table prefix, if it has one.")
  private String prefix;

  @Option(
      names = "--schema-id",
      required = true,
      description = "The importable table of the source; 1 to 100 characters.")
  private String schemaId;

  @Option(
      names = "--name",
      required = true,
      description = "The source schema's name: invoices, public.users.")
  private String name;

  @Option(names = "--job", required = true, description = "The import job; 1 to 400 characters.")
  private String job;

  @Option(
      names = "--folder-path",
      description =
          "Folder of the import below SOURCE_BUCKET_URL. Default: by LAKEFERRY_FOLDER_PATTERN from"
              + " team, source type and schema id.")
  private String folderPath;

  @Option(
      names = "--prepared-folder",
      description =
          "Folder of the prepared Parquet files below that; one plain name. Needed to register.")
  private String preparedFolder;

  @Option(
      names = "--delta-folder",
      description =
          "Folder of the Delta table below the folder path, to copy. Default: the name, normalised.")
  private String deltaFolder;

  @Option(
      names = "--delta-version",
      description = "Version of the Delta table that this import made. Default: the newest.")
  private Long deltaVersion;

  @Option(
      names = "--finished-at",
      description = "When the import finished, ISO-8601 with offset. Default: now.")
  private String finishedAt;

  @Option(
      names = "--expected-rows",
      description = "How many rows upstream counted; checked before the swap.")
  private Long expectedRows;

  /** As a line of a file would say it. */
  ObjectNode json() {
    ObjectNode line = JsonNodeFactory.instance.objectNode();
    line.put("team_id", team);
    line.put("team_uuid", teamUuid);
    line.put("organization_id", organization);
    line.put("environment_id", environment);
    line.put("source_id", sourceId);
    line.put("source_name", sourceName);
    line.put("source_type", sourceType);
    line.put("prefix", prefix);
    line.put("source_schema_id", schemaId);
    line.put("name", name);
    line.put("job_id", job);
    line.put("prepared_folder", preparedFolder);
    line.put("delta_folder", deltaFolder);
    line.put("delta_version", deltaVersion);
    line.put("finished_at", finishedAt);
    line.put("expected_rows", expectedRows);
    if (folderPath != null) {
      line.put("folder_path", folderPath);
    }
    return line;
  }
}
