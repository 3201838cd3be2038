package dev.lakeferry.job;

/**
 * Where an attempt of the same job landed before, as its row says.
 *
 * @param runId the attempt's run
 * @param digest of what was landed there
 * @param token the generation
 * @param commitSent whether the catalog may know the objects there
 * @param inUse whether somebody may still write or remove there: its attempt runs, or its worker
 *     lost the lease and was perhaps only paused, or what it left is being removed
 */
public record RecordedLanding(
    String runId,
    int attempt,
    String prefix,
    String digest,
    String token,
    boolean commitSent,
    boolean inUse) {}
