package dev.lakeferry.objects;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.failure.RetryableFailure;
import dev.lakeferry.failure.RunFailure;
import java.util.List;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.s3.model.S3Error;

/** The keys that a bulk deletion answered with an error, told as one failure. */
final class DeletionErrors {
  private static final int TOLD = 5;

  private DeletionErrors() {}

  static RunFailure failure(String bucket, List<S3Error> refused) {
    String keys =
        refused.stream()
            .limit(TOLD)
            .map(error -> error.key() + " (" + error.code() + ")")
            .collect(Collectors.joining(", "));
    String failed =
        refused.size()
            + " objects of the bucket "
            + bucket
            + " could not be deleted: "
            + keys
            + (refused.size() > TOLD ? " and " + (refused.size() - TOLD) + " more" : "")
            + ". ";
    boolean denied = refused.stream().anyMatch(error -> "AccessDenied".equals(error.code()));
    return denied
        ? new FinalFailure(
            failed + "Grant the service " + S3Action.DELETE.permission() + ", then retry the run.")
        : new RetryableFailure(RetryableFailure.Cause.STORAGE, failed + "It is tried again.", null);
  }
}
