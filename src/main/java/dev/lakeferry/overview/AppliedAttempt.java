package dev.lakeferry.overview;

import java.time.Instant;

/**
 * The most recent completed attempt of a subject.
 *
 * @param appliedAt when it was finished
 * @param dataFrom when what it applied had finished upstream
 * @param table the lake's table as {@code schema.table}
 */
record AppliedAttempt(
    String runId, String workflow, Instant appliedAt, Instant dataFrom, String table, Long rows) {}
