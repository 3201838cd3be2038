package dev.lakeferry.ops;

import com.fasterxml.jackson.databind.JsonNode;
import dev.lakeferry.completion.CompletedImport;
import dev.lakeferry.completion.ImportRow;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
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
          "delta_version",
          "finished_at",
          "expected_rows");

  private static final Instant EARLIEST = Instant.EPOCH;
  private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999999Z");

  private final JsonNode object;
  private final FolderPath folderPath;

  private ImportLine(JsonNode object, FolderPath folderPath) {
    this.object = object;
    this.folderPath = folderPath;
  }

  /**
   * Reads a line.
   *
   * @param folderPath fills in a folder_path that is not there at all
   * @throws IllegalArgumentException saying what is wrong
   */
  static ImportRow parse(String line, FolderPath folderPath) {
    return read(JsonLine.object(line, COLUMNS), folderPath);
  }

  /** Reads an object whose fields are all known. */
  static ImportRow read(JsonNode object, FolderPath folderPath) {
    return new ImportLine(object, folderPath).row();
  }

  private ImportRow row() {
    long team = required(number("team_id"), "team_id");
    if (team < 1) {
      throw new IllegalArgumentException("team_id must be 1 or more");
    }
    String schema = required(bounded("source_schema_id", 100), "source_schema_id");
    String type = text("source_type");
    return new ImportRow(
        new CompletedImport(
            0,
            team,
            text("team_uuid"),
            text("organization_id"),
            number("environment_id"),
            text("source_id"),
            type,
            text("prefix"),
            schema,
            text("name"),
            required(bounded("job_id", 400), "job_id"),
            object.has("folder_path") ? text("folder_path") : folderPath.of(team, type, schema),
            text("prepared_folder"),
            finishedAt(),
            notNegative("expected_rows")),
        text("source_name"),
        notNegative("delta_version"));
  }

  private Instant finishedAt() {
    String text = text("finished_at");
    if (text == null) {
      return null;
    }
    try {
      Instant at = OffsetDateTime.parse(text).toInstant();
      if (at.isBefore(EARLIEST) || at.isAfter(LATEST)) {
        throw new IllegalArgumentException("finished_at must lie in the years 1970 to 9999");
      }
      return at;
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException(
          "finished_at is '%s' but must be ISO-8601 with its offset, such as 2026-01-02T03:04:05Z"
              .formatted(text),
          e);
    }
  }

  private static <T> T required(T value, String column) {
    if (value == null) {
      throw new IllegalArgumentException(column + " is missing");
    }
    return value;
  }

  private String bounded(String column, int most) {
    String text = text(column);
    if (text != null && (text.isEmpty() || text.codePointCount(0, text.length()) > most)) {
      throw new IllegalArgumentException("%s must be 1 to %d characters".formatted(column, most));
    }
    return text;
  }

  private String text(String column) {
    JsonNode value = object.path(column);
    if (value.isMissingNode() || value.isNull()) {
      return null;
    }
    if (!value.isTextual()) {
      throw new IllegalArgumentException("%s must be a text".formatted(column));
    }
    if (value.textValue().indexOf('\0') >= 0) {
      throw new IllegalArgumentException("%s holds a NUL character".formatted(column));
    }
    return value.textValue();
  }

  private Long notNegative(String column) {
    Long number = number(column);
    if (number != null && number < 0) {
      throw new IllegalArgumentException("%s must be 0 or more".formatted(column));
    }
    return number;
  }

  private Long number(String column) {
    JsonNode value = object.path(column);
    if (value.isMissingNode() || value.isNull()) {
      return null;
    }
    if (!value.isIntegralNumber() || !value.canConvertToLong()) {
      throw new IllegalArgumentException("%s must be a whole number".formatted(column));
    }
    return value.longValue();
  }
}
