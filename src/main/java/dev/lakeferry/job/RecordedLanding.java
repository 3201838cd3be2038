package dev.lakeferry.job;

/**
 * Where an attempt of the same job landed before, as its row says.
 *
 * @param runId the attempt's run
 * @param digest of what was landed there
 * @param token the generation
 * @param commitSent whether the catalog may know the objects there
 * @param writable whether somebody may still write there: its attempt runs, or its worker lost the
 *     lease and was perhaps only paused
 */
public record RecordedLanding(
    String runId,
    int attempt,
    String prefix,
    String digest,
    String token,
    boolean commitSent,
    boolean writable) {}
