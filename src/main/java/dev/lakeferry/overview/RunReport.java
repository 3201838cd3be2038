package dev.lakeferry.overview;

import java.time.Instant;
import java.util.List;

/**
 * A run with all its attempts; its JSON form is what scripts build on.
 *
 * @param generatedAt by the database's clock
 * @param state {@code due}, {@code running}, or how it ended
 * @param cancelRequestedBy who asked it to stop, while it has not, or null
 * @param advice what an operator may do now, or null where there is nothing to do
 * @param attempts the newest first
 */
public record RunReport(
    Instant generatedAt,
    String runId,
    String workflow,
    long teamId,
    Long environmentId,
    String organizationId,
    String subjectKind,
    String subjectId,
    String name,
    String jobId,
    String token,
    String tableName,
    String state,
    int countedAttempts,
    Instant createdAt,
    Instant notBefore,
    Instant completedAt,
    String pickedBy,
    String cancelRequestedBy,
    Instant leaseUntil,
    String advice,
    List<AttemptReport> attempts) {

  /** Whether it waits or is worked on, so that it will change by itself. */
  public boolean open() {
    return state.equals("due") || state.equals("running");
  }

  /** Whether an operator may have it done once more. */
  public boolean retryable() {
    return List.of("failed", "skipped", "stale").contains(state);
  }

  /** Its newest attempt, or null before the first. */
  public AttemptReport newest() {
    return attempts.isEmpty() ? null : attempts.get(0);
  }
}
