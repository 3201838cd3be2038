package dev.lakeferry.overview;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;

/**
 * How a source schema or model stands; its JSON form is what scripts build on.
 *
 * @param id the source schema or saved query
 * @param name as upstream calls it, or null
 * @param sourceName the source's name, else its prefix or type; null for a model
 * @param tableName the lake's table as {@code schema.table}; null until its place was chosen
 * @param detail why it stands so, for people; null where the state says it all
 * @param workflowType the workflow of the latest attempt, or null without one
 * @param workflowStatus that attempt's status
 * @param staleReason {@code superseded} or {@code lease_lost} where it is stale
 * @param runId its run
 * @param applied whether data was ever applied
 * @param lastAppliedAt when data was last applied, whatever came after
 * @param lastAppliedRunId by which run
 * @param rows how many rows that were
 * @param lastSyncedAt when its last import or materialisation finished upstream
 * @param dueSince since when its longest waiting run has been due, or null
 */
public record OverviewLine(
    String kind,
    long teamId,
    Long environmentId,
    @JsonProperty("schema_id") String id,
    String name,
    String sourceId,
    String sourceName,
    String sourceType,
    String tableName,
    @JsonProperty("readiness_state") Readiness readiness,
    String detail,
    String workflowType,
    String workflowStatus,
    String staleReason,
    Instant workflowStartedAt,
    String runId,
    boolean applied,
    Instant lastAppliedAt,
    String lastAppliedRunId,
    Long rows,
    Instant lastSyncedAt,
    Instant dueSince,
    Freshness freshness,
    List<Warning> warnings) {

  /** Whether its freshness target is missed. */
  public boolean late() {
    return freshness.state() == Freshness.State.LATE;
  }

  /** Its name, else its id. */
  public String title() {
    return name == null || name.isBlank() ? id : name;
  }

  /** What it belongs to: its source, or {@code Models}. */
  public String group() {
    if (kind.equals(SubjectKind.SAVED_QUERY.id())) {
      return "Models";
    }
    return sourceName == null || sourceName.isBlank() ? "Unnamed source" : sourceName;
  }

  /** Tells the groups of a team apart: the source's id, else its name. */
  public String groupId() {
    if (kind.equals(SubjectKind.SAVED_QUERY.id())) {
      return "models";
    }
    return sourceId == null || sourceId.isBlank() ? group() : sourceId;
  }
}
