package dev.lakeferry.publish;

import dev.lakeferry.failure.RetryableFailure;
import dev.lakeferry.failure.RunFailure;
import dev.lakeferry.lake.Catalog;
import dev.lakeferry.lake.Catalog.Snapshot;
import dev.lakeferry.lake.CommitFailure;
import dev.lakeferry.lake.LakeTransaction;
import java.util.List;
import java.util.Optional;

/**
 * What became of a publication's COMMIT. Law "unknown outcomes are looked up": the catalog's commit
 * message decides, not the error.
 */
final class Outcome {
  private final Catalog catalog;
  private final PublicationId id;

  Outcome(Catalog catalog, PublicationId id) {
    this.catalog = catalog;
    this.id = id;
  }

  static Optional<CommitFailure> commit(LakeTransaction transaction) {
    try {
      transaction.commit();
      return Optional.empty();
    } catch (CommitFailure e) {
      return Optional.of(e);
    }
  }

  /** The snapshot of a COMMIT that answered. */
  Snapshot answered() {
    return lookUp()
        .orElseThrow(
            () ->
                new RetryableFailure(
                    RetryableFailure.Cause.CONFLICT,
                    "COMMIT answered, but the catalog does not hold the publication; the live table"
                        + " is as it was.",
                    null));
  }

  /** The snapshot of a COMMIT that failed and landed all the same. */
  Snapshot landed(CommitFailure failure) {
    return lookUp().orElseThrow(() -> failed("COMMIT failed: ", failure));
  }

  private Optional<Snapshot> lookUp() {
    try {
      return catalog.committedWith(List.of(id.commitMessage()));
    } catch (RunFailure e) {
      throw unknown("After COMMIT the catalog could not be asked: " + e.getMessage(), e);
    }
  }

  /** How a COMMIT's failure is told that was not found in the catalog, or is not looked for. */
  static RetryableFailure failed(String what, CommitFailure failure) {
    return failure.failure() instanceof RetryableFailure retryable
            && retryable.kind() == RetryableFailure.Cause.CONFLICT
        ? retryable
        : unknown(what + failure.getMessage(), failure);
  }

  private static RetryableFailure unknown(String what, Throwable thrown) {
    return new RetryableFailure(
        RetryableFailure.Cause.UNKNOWN_OUTCOME,
        what
            + " Whether it took effect is not known yet; the catalog is asked until it answers, and"
            + " only then is the run tried again.",
        thrown);
  }
}
