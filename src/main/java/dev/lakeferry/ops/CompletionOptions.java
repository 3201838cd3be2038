package dev.lakeferry.ops;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import picocli.CommandLine.Option;

/** The columns that every inbox has, as options. */
abstract class CompletionOptions {
  @Option(names = "--team", required = true, description = "The team's id.")
  private Long team;

  @Option(names = "--team-uuid", description = "The team's UUID, by which flags may target it.")
  private String teamUuid;

  @Option(
      names = "--organization",
      description = "The team's organisation; decides how tables of imports are named.")
  private String organization;

  @Option(names = "--environment", description = "The environment's id, if there is one.")
  private Long environment;

  @Option(
      names = "--job",
      required = true,
      description = "The job that finished; 1 to 400 characters.")
  private String job;

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
  final ObjectNode json() {
    ObjectNode line = JsonNodeFactory.instance.objectNode();
    line.put("team_id", team);
    line.put("team_uuid", teamUuid);
    line.put("organization_id", organization);
    line.put("environment_id", environment);
    line.put("job_id", job);
    line.put("delta_version", deltaVersion);
    line.put("finished_at", finishedAt);
    line.put("expected_rows", expectedRows);
    add(line);
    return line;
  }

  /** Adds the columns of this inbox alone. */
  abstract void add(ObjectNode line);
}
