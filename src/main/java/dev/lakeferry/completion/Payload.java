package dev.lakeferry.completion;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Instant;
import java.time.OffsetDateTime;

/** Reads the completion that a run carries: the inbox row as JSON, by its column names. */
public final class Payload {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private final JsonNode row;

  private Payload(JsonNode row) {
    this.row = row;
  }

  /**
   * Reads a run's payload.
   *
   * @throws IllegalArgumentException if it is not one that intake wrote
   */
  public static Payload parse(String payload) {
    try {
      return new Payload(JSON.readTree(payload));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("The run's payload is not a completion's JSON.", e);
    }
  }

  /** The project. */
  public long teamId() {
    return row.required("team_id").longValue();
  }

  /** The project's UUID, or null. */
  public String teamUuid() {
    return text("team_uuid");
  }

  /** The organisation, or null. */
  public String organizationId() {
    return text("organization_id");
  }

  /** The version of the Delta table that the completion names, or null for the newest. */
  public Long deltaVersion() {
    return number("delta_version");
  }

  /** The folder that an import's Delta table is pinned to, or null for its normalised name. */
  public String deltaFolder() {
    return text("delta_folder");
  }

  /** A row of {@code completed_import}. */
  public CompletedImport asImport() {
    return new CompletedImport(
        row.required("id").longValue(),
        teamId(),
        teamUuid(),
        organizationId(),
        number("environment_id"),
        text("source_id"),
        text("source_type"),
        text("prefix"),
        text("source_schema_id"),
        text("name"),
        text("job_id"),
        text("folder_path"),
        text("prepared_folder"),
        finishedAt(),
        number("expected_rows"));
  }

  /** A row of {@code completed_materialization}. */
  public CompletedModel asModel() {
    return new CompletedModel(
        row.required("id").longValue(),
        teamId(),
        teamUuid(),
        organizationId(),
        number("environment_id"),
        text("saved_query_id"),
        text("saved_query_name"),
        text("model_label"),
        text("job_id"),
        text("table_uri"),
        deltaVersion(),
        finishedAt(),
        number("expected_rows"));
  }

  private Instant finishedAt() {
    return OffsetDateTime.parse(row.required("finished_at").textValue()).toInstant();
  }

  private String text(String column) {
    return row.path(column).isNull() ? null : row.path(column).asText(null);
  }

  private Long number(String column) {
    return row.path(column).isNumber() ? (Long) row.path(column).longValue() : null;
  }
}
