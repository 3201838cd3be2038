package dev.lakeferry.overview;

import java.time.Instant;

/**
 * A run as lists show it, with its newest attempt; its JSON form is what scripts build on.
 *
 * @param state {@code due}, {@code running}, or how it ended
 * @param name the source schema's or model's name, or null
 * @param tableName the lake's table as {@code schema.table}, or null before its place was chosen
 * @param attempt the number of the newest attempt, or null before the first
 * @param stage the stage that it is in or ended in
 * @param error the first line, or null
 */
public record RunLine(
    String runId,
    String workflow,
    long teamId,
    String subjectId,
    String jobId,
    String name,
    String tableName,
    String state,
    Integer attempt,
    String stage,
    Long rows,
    Long bytes,
    Long objectsDone,
    Long objectsTotal,
    Instant createdAt,
    Instant notBefore,
    Instant startedAt,
    Instant finishedAt,
    Long tookSeconds,
    String error) {}
