package dev.lakeferry.ops;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * An attempt with all that it left behind; its JSON form is what scripts build on.
 *
 * @param stageMillis how long each stage took, in the order in which they came
 */
record AttemptDetail(
    int attempt,
    String table,
    String status,
    String staleReason,
    String supersededBy,
    String stage,
    Long rows,
    Long files,
    Long bytes,
    Long filesRewritten,
    String rewriteReasons,
    Long filesEmpty,
    Long snapshotId,
    Instant startedAt,
    Instant finishedAt,
    long tookMillis,
    String error,
    String failureKind,
    String kept,
    String landingPrefix,
    Map<String, Long> stageMillis,
    List<CheckLine> verification) {}
