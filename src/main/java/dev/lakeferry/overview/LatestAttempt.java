package dev.lakeferry.overview;

import java.time.Instant;

/**
 * The latest attempt of a subject, across its workflows.
 *
 * @param staleReason {@code superseded} or {@code lease_lost}, else null
 * @param table the lake's table as {@code schema.table}, or null before its place was chosen
 * @param error its first lines, at most 400 characters, or null
 * @param otherWorkflow whether the other import workflow worked on the same job as well
 */
record LatestAttempt(
    String runId,
    String workflow,
    String status,
    String staleReason,
    String stage,
    Instant startedAt,
    String table,
    String error,
    boolean otherWorkflow) {}
