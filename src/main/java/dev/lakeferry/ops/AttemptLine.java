package dev.lakeferry.ops;

import java.time.Instant;

/**
 * An attempt as {@code runs} lists it; its JSON form is what scripts build on.
 *
 * @param table schema and table, or null before its place was chosen
 * @param tookMillis until it finished, or until now while it runs
 * @param error the first line, or null
 */
record AttemptLine(
    String run,
    int attempt,
    long teamId,
    String workflow,
    String table,
    String status,
    String stage,
    Long rows,
    Long files,
    Long bytes,
    Long snapshotId,
    Instant startedAt,
    Instant finishedAt,
    long tookMillis,
    String error) {}
