package dev.lakeferry.ops;

import com.fasterxml.jackson.databind.JsonNode;
import dev.lakeferry.completion.CompletedModel;
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
    return new CompletedModel(
        0,
        fields.team(),
        fields.text("team_uuid"),
        fields.text("organization_id"),
        fields.number("environment_id"),
        fields.required("saved_query_id", 100),
        fields.text("saved_query_name"),
        fields.text("model_label"),
        fields.required("job_id", 400),
        fields.text("table_uri"),
        fields.notNegative("delta_version"),
        fields.time("finished_at"),
        fields.notNegative("expected_rows"));
  }
}
