package dev.lakeferry.objects;

import static dev.lakeferry.failure.RetryableFailure.Cause.CONNECTION;
import static dev.lakeferry.failure.RetryableFailure.Cause.STORAGE;
import static dev.lakeferry.failure.RetryableFailure.Cause.VANISHED_OBJECT;

import dev.lakeferry.failure.Causes;
import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.failure.RetryableFailure;
import dev.lakeferry.failure.RunFailure;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLException;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * Tells what the SDK's exceptions mean for a run: whether another try may mend it, and if not,
 * which permission or variable to look at.
 *
 * <p>The error code decides before the status: a copy may answer 200 and carry an error in its body
 * (S3's API reference, CopyObject), which the SDK throws with status 200.
 */
public final class S3Failures {

  private static final Set<String> CREDENTIAL_CODES =
      Set.of("InvalidAccessKeyId", "SignatureDoesNotMatch", "InvalidToken");
  private static final Set<String> REGION_CODES =
      Set.of(
          "PermanentRedirect",
          "AuthorizationHeaderMalformed",
          "IllegalLocationConstraintException");
  private static final Set<String> PASSING_CODES =
      Set.of(
          "BadDigest",
          "ExpiredToken",
          "ExpiredTokenException",
          "InternalError",
          "NoSuchUpload",
          "OperationAborted",
          "ConditionalRequestConflict",
          "RequestTimeout",
          "ServiceUnavailable",
          "SlowDown",
          "TooManyRequests");

  private S3Failures() {}

  /**
   * As {@link #of(SdkException, S3Action, String)}, where it is not known what was done.
   *
   * @param what what failed, as the start of a sentence, such as {@code Copying s3://a/b to
   *     s3://c/d}
   */
  public static RunFailure of(SdkException thrown, String what) {
    return of(thrown, S3Action.ANY, what);
  }

  /**
   * The failure of a run that an exception of the SDK stands for; the exception is its cause.
   *
   * @param what what failed, as the start of a sentence, such as {@code Copying s3://a/b to
   *     s3://c/d}
   */
  public static RunFailure of(SdkException thrown, S3Action action, String what) {
    // Where there are no credentials for the request, who gives them says why.
    Optional<RunFailure> credentials = Causes.first(thrown, RunFailure.class);
    if (credentials.isPresent()) {
      return credentials.get();
    }
    return thrown instanceof AwsServiceException answered
        ? ofAnswer(answered, action, what)
        : ofSilence(thrown, what);
  }

  private static RunFailure ofAnswer(AwsServiceException answered, S3Action action, String what) {
    String code = code(answered);
    String failed = what + " failed: " + told(answered, code) + ". ";
    int status = answered.statusCode();
    if (PASSING_CODES.contains(code) || status >= 500 || answered.isThrottlingException()) {
      return new RetryableFailure(
          STORAGE, failed + "It is tried again; nothing that readers see has changed.", answered);
    }
    if (CREDENTIAL_CODES.contains(code)) {
      return new FinalFailure(
          failed
              + "The store does not accept the credentials: check DUCKLAKE_S3_ACCESS_KEY and"
              + " DUCKLAKE_S3_SECRET_KEY, or, where they are not set, the role that the service runs"
              + " under. Then retry the run.",
          answered);
    }
    if (code.equals("RequestTimeTooSkewed")) {
      return new FinalFailure(
          failed + "This machine's clock is wrong: set it, then retry the run.", answered);
    }
    if (code.equals("NoSuchBucket")) {
      return new FinalFailure(
          failed
              + "The bucket does not exist in this store: check DUCKLAKE_BUCKET, SOURCE_BUCKET_URL and"
              + " the store's endpoint, then retry the run.",
          answered);
    }
    if (REGION_CODES.contains(code) || status == 301) {
      return new FinalFailure(
          failed
              + "The bucket lies in another region or is reached at another address: check"
              + " DUCKLAKE_BUCKET_REGION and the store's endpoint, then retry the run.",
          answered);
    }
    if (code.equals("InvalidObjectState")) {
      return new FinalFailure(
          failed + "The object is archived: restore it, then retry the run.", answered);
    }
    return ofObject(answered, action, code, failed);
  }

  private static RunFailure ofObject(
      AwsServiceException answered, S3Action action, String code, String failed) {
    int status = answered.statusCode();
    if (status == 412 || code.equals("PreconditionFailed")) {
      return new RetryableFailure(
          VANISHED_OBJECT,
          failed
              + "The object was rewritten since it was listed; the next attempt lists it anew. What"
              + " was landed before is kept.",
          answered);
    }
    if (status == 404 || code.equals("NoSuchKey")) {
      return new RetryableFailure(
          VANISHED_OBJECT,
          failed
              + "The object is gone since it was listed; the next attempt lists it anew. What was"
              + " landed before is kept.",
          answered);
    }
    if (status == 403 || code.equals("AccessDenied")) {
      // The answer to a HEAD has no body that would say why.
      String keys =
          code.isEmpty()
              ? "Check DUCKLAKE_S3_ACCESS_KEY and DUCKLAKE_S3_SECRET_KEY where they are set. "
              : "";
      return new FinalFailure(
          failed + keys + "Grant the service " + action.permission() + ", then retry the run.",
          answered);
    }
    return new FinalFailure(
        failed + "The store refuses the request itself, so that another try would not help.",
        answered);
  }

  private static RunFailure ofSilence(SdkException thrown, String what) {
    if (thrown instanceof ApiCallTimeoutException
        || thrown instanceof ApiCallAttemptTimeoutException) {
      return new RetryableFailure(
          STORAGE, what + " failed: the store did not answer in time. It is tried again.", thrown);
    }
    if (thrown instanceof AbortedException) {
      return new RetryableFailure(
          STORAGE, what + " was interrupted. What was landed before is kept.", thrown);
    }
    if (withoutCredentials(thrown)) {
      return new FinalFailure(
          what
              + " failed: there are no credentials. Set DUCKLAKE_S3_ACCESS_KEY and"
              + " DUCKLAKE_S3_SECRET_KEY, or give the service a role, then retry the run.",
          thrown);
    }
    IOException lost = ioCause(thrown);
    return new RetryableFailure(
        isConnecting(lost) ? CONNECTION : STORAGE,
        what
            + " failed: "
            + (isConnecting(lost) ? "no connection to the store" : "the connection broke off")
            + " ("
            + (lost == null ? thrown.getClass().getSimpleName() : lost.getClass().getSimpleName())
            + "). It is tried again; check the store's endpoint if it goes on.",
        thrown);
  }

  private static String code(AwsServiceException answered) {
    String code =
        answered.awsErrorDetails() == null ? null : answered.awsErrorDetails().errorCode();
    return code == null ? "" : code;
  }

  private static String told(AwsServiceException answered, String code) {
    StringBuilder told = new StringBuilder("the store answered ").append(answered.statusCode());
    if (!code.isEmpty()) {
      told.append(' ').append(code);
    }
    if (answered.requestId() != null) {
      told.append(" (request ").append(answered.requestId()).append(')');
    }
    return told.toString();
  }

  /** The SDK has no exception of its own for this. */
  static boolean withoutCredentials(SdkException thrown) {
    String message = thrown.getMessage();
    return message != null && message.startsWith("Unable to load credentials");
  }

  private static boolean isConnecting(IOException lost) {
    return lost instanceof ConnectException
        || lost instanceof UnknownHostException
        || lost instanceof NoRouteToHostException
        || lost instanceof SSLException
        || (lost != null && lost.getClass().getSimpleName().equals("ConnectTimeoutException"));
  }

  private static IOException ioCause(Throwable thrown) {
    return Causes.first(thrown, IOException.class).orElse(null);
  }
}
