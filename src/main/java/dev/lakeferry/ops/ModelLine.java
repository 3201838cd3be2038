package dev.lakeferry.ops;

import com.fasterxml.jackson.databind.JsonNode;
import dev.lakeferry.completion.CompletedModel;
import java.time.Instant;
import java.util.List;

/**
 * A materialised model as JSON, by the names of the inbox's columns. What the inbox itself would
 * refuse is refused here with its reason; whether the model can be carried is found out by its run.
 */
final class ModelLine {
  /** The columns that whoever submits may fill. */
  static final List<String> COLUMNS =
      List.of(
          "team_id",
          "team_uuid",
          "organization_id",
          "environment_id",
          "saved_query_id",
          "saved_query_name",
          "model_label",
          "job_id",
          "table_uri",
          "delta_version",
          "finished_at",
          "expected_rows");

  private ModelLine() {}

  /**
   * Reads an object whose fields are all known.
   *
   * @throws IllegalArgumentException saying what is wrong
   */
  static CompletedModel read(JsonNode object) {
    InboxFields fields = new InboxFields(object);
    Long team = fields.team();
    String teamUuid = fields.text("team_uuid");
    String organization = fields.text("organization_id");
    Long environment = fields.number("environment_id");
    String query = fields.required("saved_query_id", 100);
    String queryName = fields.text("saved_query_name");
    String label = fields.text("model_label");
    String job = fields.required("job_id", 400);
    String uri = fields.text("table_uri");
    Long deltaVersion = fields.notNegative("delta_version");
    Instant finished = fields.time("finished_at");
    Long rows = fields.notNegative("expected_rows");
    fields.refuseBad();
    return new CompletedModel(
        0,
        team,
        teamUuid,
        organization,
        environment,
        query,
        queryName,
        label,
        job,
        uri,
        deltaVersion,
        finished,
        rows);
  }
}
