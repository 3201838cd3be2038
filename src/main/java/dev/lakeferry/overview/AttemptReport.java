package dev.lakeferry.overview;

import dev.lakeferry.job.VerificationResult;
import java.time.Instant;
import java.util.List;

/**
 * An attempt with all that it left behind; its JSON form is what scripts build on.
 *
 * @param progress null before it began to copy objects
 * @param kept what a failed attempt left in place, for the operator
 */
public record AttemptReport(
    int attempt,
    String tableName,
    String status,
    String staleReason,
    String supersededBy,
    String stage,
    String owner,
    Instant startedAt,
    Instant heartbeatAt,
    Instant finishedAt,
    long tookMillis,
    String error,
    String failureKind,
    String kept,
    String landingPrefix,
    String publishMode,
    Long files,
    Long rows,
    Long bytes,
    Long filesRewritten,
    String rewriteReasons,
    Long filesEmpty,
    Long baseSnapshotId,
    Long snapshotId,
    Progress progress,
    List<StageLine> stages,
    List<VerificationResult> verification) {

  /** The stages that are still to come while it runs. */
  public List<String> stagesToCome() {
    return running() ? Stages.after(stage) : List.of();
  }

  /** Whether it runs. */
  public boolean running() {
    return status.equals("running");
  }
}
