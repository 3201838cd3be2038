package dev.lakeferry.job;

import java.time.Instant;

/**
 * One try of a run: the parts of a row of {@code managed_warehouse_source_job} that the pipeline
 * needs, as they stood when the row was read.
 *
 * @param id the row's own id
 * @param runId the run
 * @param attempt numbers the attempts at a run from 1
 * @param workflowType the workflow
 * @param status how it stands
 * @param staleReason why it is stale, else null
 * @param supersededBy the run that carries the newer generation, else null
 * @param stage the stage it is in or ended in, else null
 * @param owner the instance that works on it; null while it waits for a busy table
 * @param finishedAt null while running
 * @param latestError what failed, at most 2,000 characters, else null
 * @param failureKind {@code retryable} or {@code final}, else null
 * @param kept what a failed attempt left in place, else null
 * @param lake the lake that it writes to, by its DATA_PATH, once recorded
 * @param landingPrefix where it landed, once recorded
 * @param planDigest what it landed there, once recorded
 * @param commitSent whether the catalog may know what was landed
 * @param catalogSession what its engine's sessions at the catalog are called, once it has one
 * @param shadowTable the table that it fills ahead of a staged swap, once recorded
 * @param snapshotId the DuckLake snapshot that it made, else null
 */
public record Attempt(
    long id,
    String runId,
    int attempt,
    long teamId,
    String workflowType,
    String token,
    AttemptStatus status,
    StaleReason staleReason,
    String supersededBy,
    String stage,
    String owner,
    Instant startedAt,
    Instant heartbeatAt,
    Instant finishedAt,
    String latestError,
    String failureKind,
    String kept,
    String lake,
    String landingPrefix,
    String planDigest,
    boolean commitSent,
    String catalogSession,
    String shadowTable,
    Long snapshotId) {

  /** {@code <run> attempt <n>}, for messages. */
  @Override
  public String toString() {
    return runId + " attempt " + attempt;
  }
}
