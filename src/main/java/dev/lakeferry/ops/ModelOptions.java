package dev.lakeferry.ops;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import picocli.CommandLine.Option;

/** One materialised model as options, one for each column of the inbox. */
final class ModelOptions {
  @Option(names = "--team", required = true, description = "The team's id.")
  private Long team;

  @Option(names = "--team-uuid", description = "The team's UUID, by which flags may target it.")
  private String teamUuid;

  @Option(names = "--organization", description = "The team's organisation.")
  private String organization;

  @Option(names = "--environment", description = "The environment's id, if there is one.")
  private Long environment;

  @Option(
      names = "--saved-query",
      required = true,
      description = "The saved query that was materialised; 1 to 100 characters.")
  private String savedQuery;

  @Option(
      names = "--saved-query-name",
      description = "Its name, which names the table where there is no label.")
  private String savedQueryName;

  @Option(names = "--label", description = "The model's label, which names the table.")
  private String label;

  @Option(
      names = "--job",
      required = true,
      description = "The materialisation job; 1 to 400 characters.")
  private String job;

  @Option(
      names = "--table-uri",
      required = true,
      description = "The folder of the Delta table: s3://bucket/folder.")
  private String tableUri;

  @Option(
      names = "--delta-version",
      description = "Version of the Delta table that this job made. Default: the newest.")
  private Long deltaVersion;

  @Option(
      names = "--finished-at",
      description = "When it finished, ISO-8601 with offset. Default: now.")
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
    line.put("saved_query_id", savedQuery);
    line.put("saved_query_name", savedQueryName);
    line.put("model_label", label);
    line.put("job_id", job);
    line.put("table_uri", tableUri);
    line.put("delta_version", deltaVersion);
    line.put("finished_at", finishedAt);
    line.put("expected_rows", expectedRows);
    return line;
  }
}
