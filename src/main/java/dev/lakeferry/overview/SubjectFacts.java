package dev.lakeferry.overview;

import java.time.Instant;

/**
 * What the state database knows of a source schema or model.
 *
 * @param name the source schema's or model's name, or null
 * @param sourceName the source's name, else its prefix or type; null for a model
 * @param lastSyncedAt when its last import or materialisation finished upstream, or null
 * @param latest null where no attempt counts yet
 * @param applied null where nothing was ever applied
 * @param dueSince since when its longest waiting run has been due, or null
 */
record SubjectFacts(
    SubjectKind kind,
    long teamId,
    Long environmentId,
    String id,
    String name,
    String sourceId,
    String sourceName,
    String sourceType,
    boolean shouldSync,
    Instant lastSyncedAt,
    LatestAttempt latest,
    AppliedAttempt applied,
    Instant dueSince) {}
