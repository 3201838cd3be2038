package dev.lakeferry.job;

import java.time.Instant;

/**
 * A generation that was published.
 *
 * @param runId the run that published it
 * @param jobId the upstream job
 * @param modelLabel null for an import
 * @param savedQueryId null for an import
 * @param name the source schema's name; null for a model, or where the run was pruned
 * @param savedQueryName null for an import, or where the run was pruned
 * @param rows of the table, as it was published
 * @param files that it was made of
 * @param snapshotId the lake's snapshot that brought it
 */
public record PublishedGeneration(
    String runId,
    String workflow,
    long teamId,
    String jobId,
    String modelLabel,
    String savedQueryId,
    String name,
    String savedQueryName,
    Long rows,
    Long files,
    Long snapshotId,
    Instant finishedAt) {}
