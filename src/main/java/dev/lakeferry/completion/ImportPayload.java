package dev.lakeferry.completion;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.OffsetDateTime;

/** Reads the completion that a run carries: the inbox row as JSON, by its column names. */
public final class ImportPayload {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private ImportPayload() {}

  /**
   * Reads a run's payload.
   *
   * @throws IllegalArgumentException if it is not one that intake wrote
   */
  public static CompletedImport parse(String payload) {
    try {
      JsonNode row = JSON.readTree(payload);
      return new CompletedImport(
          row.required("id").longValue(),
          row.required("team_id").longValue(),
          text(row, "team_uuid"),
          text(row, "organization_id"),
          number(row, "environment_id"),
          text(row, "source_id"),
          text(row, "source_type"),
          text(row, "prefix"),
          text(row, "source_schema_id"),
          text(row, "name"),
          text(row, "job_id"),
          text(row, "folder_path"),
          text(row, "prepared_folder"),
          OffsetDateTime.parse(row.required("finished_at").textValue()).toInstant(),
          number(row, "expected_rows"));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("The run's payload is not a completion's JSON.", e);
    }
  }

  private static String text(JsonNode row, String column) {
    return row.path(column).isNull() ? null : row.path(column).asText(null);
  }

  private static Long number(JsonNode row, String column) {
    return row.path(column).isNumber() ? (Long) row.path(column).longValue() : null;
  }
}
