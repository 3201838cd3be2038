package dev.lakeferry.ops;

import com.fasterxml.jackson.databind.JsonNode;
import dev.lakeferry.completion.CompletedImport;
import dev.lakeferry.completion.ImportRow;
import java.time.Instant;
import java.util.List;

/**
 * A completion as JSON, by the names of the inbox's columns. What the inbox itself would refuse is
 * refused here with its reason; whether the import can be carried is found out by its run.
 */
final class ImportLine {
  /** The columns that whoever submits may fill. */
  static final List<String> COLUMNS =
      List.of(
          "team_id",
          "team_uuid",
          "organization_id",
          "environment_id",
          "source_id",
          "source_name",
          "source_type",
          "prefix",
          "source_schema_id",
          "name",
          "job_id",
          "folder_path",
          "prepared_folder",
          "delta_folder",
          "delta_version",
          "finished_at",
          "expected_rows");

  private final InboxFields fields;
  private final FolderPath folderPath;

  private ImportLine(InboxFields fields, FolderPath folderPath) {
    this.fields = fields;
    this.folderPath = folderPath;
  }

  /**
   * Reads an object whose fields are all known.
   *
   * @param folderPath fills in a folder_path that is not there at all
   * @throws IllegalArgumentException saying what is wrong
   */
  static ImportRow read(JsonNode object, FolderPath folderPath) {
    return new ImportLine(new InboxFields(object), folderPath).row();
  }

  private ImportRow row() {
    Long team = fields.team();
    String teamUuid = fields.text("team_uuid");
    String organization = fields.text("organization_id");
    Long environment = fields.number("environment_id");
    String source = fields.text("source_id");
    String sourceName = fields.text("source_name");
    String type = fields.text("source_type");
    String prefix = fields.text("prefix");
    String schema = fields.required("source_schema_id", 100);
    String name = fields.text("name");
    String job = fields.required("job_id", 400);
    String path = fields.text("folder_path");
    String prepared = fields.text("prepared_folder");
    String deltaFolder = fields.text("delta_folder");
    Long deltaVersion = fields.notNegative("delta_version");
    Instant finished = fields.time("finished_at");
    Long rows = fields.notNegative("expected_rows");
    fields.refuseBad();
    return new ImportRow(
        new CompletedImport(
            0,
            team,
            teamUuid,
            organization,
            environment,
            source,
            type,
            prefix,
            schema,
            name,
            job,
            fields.has("folder_path") ? path : folderPath.of(team, type, schema),
            prepared,
            finished,
            rows),
        sourceName,
        deltaFolder,
        deltaVersion);
  }
}
