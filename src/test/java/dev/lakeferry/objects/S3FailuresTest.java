package dev.lakeferry.objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.failure.RetryableFailure;
import dev.lakeferry.failure.RunFailure;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.services.s3.S3Client;

class S3FailuresTest {
  private static final CopyRequest COPY =
      new CopyRequest("from", "a/key", "etag", "to", "b/key", 5);

  @ParameterizedTest
  @CsvSource({
    "500, InternalError, STORAGE",
    "503, SlowDown, STORAGE",
    "503, ServiceUnavailable, STORAGE",
    "400, RequestTimeout, STORAGE",
    "400, ExpiredToken, STORAGE",
    "409, OperationAborted, STORAGE",
    "404, NoSuchUpload, STORAGE",
    "404, NoSuchKey, VANISHED_OBJECT",
    "412, PreconditionFailed, VANISHED_OBJECT",
  })
  void whatMayPassIsTriedAgain(int status, String code, RetryableFailure.Cause kind) {
    RunFailure failure = failureOfCopy(status, code);

    assertThat(failure)
        .isInstanceOfSatisfying(
            RetryableFailure.class, retryable -> assertThat(retryable.kind()).isEqualTo(kind))
        .hasMessageStartingWith("Copying s3://from/a/key to s3://to/b/key failed")
        .hasMessageContaining(code);
  }

  @ParameterizedTest
  @CsvSource({
    "403, AccessDenied, s3:PutObject",
    "403, InvalidAccessKeyId, DUCKLAKE_S3_ACCESS_KEY",
    "403, SignatureDoesNotMatch, DUCKLAKE_S3_SECRET_KEY",
    "403, RequestTimeTooSkewed, clock",
    "403, InvalidObjectState, restore",
    "404, NoSuchBucket, DUCKLAKE_BUCKET",
    "301, PermanentRedirect, DUCKLAKE_BUCKET_REGION",
    "400, AuthorizationHeaderMalformed, DUCKLAKE_BUCKET_REGION",
    "400, InvalidRequest, refuses the request",
    "400, KeyTooLongError, refuses the request",
  })
  void whatCannotPassTellsWhereToLook(int status, String code, String whereToLook) {
    RunFailure failure = failureOfCopy(status, code);

    assertThat(failure)
        .isInstanceOf(FinalFailure.class)
        .hasMessageStartingWith("Copying s3://from/a/key to s3://to/b/key failed")
        .hasMessageContaining(whereToLook)
        .hasMessageNotContaining("the-access-key")
        .hasMessageNotContaining("the-secret-key");
  }

  /** S3 answers 200 before a copy is done; what goes wrong afterwards stands in the body. */
  @ParameterizedTest
  @CsvSource({"InternalError, STORAGE", "SlowDown, STORAGE", "NoSuchKey, VANISHED_OBJECT"})
  void aCopyThatAnswers200WithAnErrorIsAnError(String code, RetryableFailure.Cause kind) {
    assertThat(failureOfCopy(200, code))
        .isInstanceOfSatisfying(
            RetryableFailure.class, failure -> assertThat(failure.kind()).isEqualTo(kind));
  }

  @Test
  void theSdkTriesAServerErrorAgainBeforeWeAreTold() {
    try (AnsweringServer server = AnsweringServer.withError(500, "InternalError");
        S3Client client = S3Clients.open(server.settings(), 1)) {
      RunFailure failure =
          catchThrowableOfType(RunFailure.class, () -> new ObjectStore(client).copy(COPY));

      assertThat(failure).isNotNull();
      assertThat(server.requests()).isEqualTo(3);
    }
  }

  @Test
  void keysThatABulkDeletionRefusesAreNamed() {
    String answer =
        "<DeleteResult><Error><Key>a/locked</Key><Code>AccessDenied</Code></Error></DeleteResult>";
    try (AnsweringServer server =
            new AnsweringServer(exchange -> AnsweringServer.answer(exchange, 200, answer));
        S3Client client = S3Clients.open(server.settings(), 1)) {
      FinalFailure failure =
          catchThrowableOfType(
              FinalFailure.class,
              () -> new ObjectStore(client).delete("lake", List.of("a/locked", "a/free")));

      assertThat(failure)
          .hasMessageContaining("a/locked (AccessDenied)")
          .hasMessageContaining("s3:DeleteObject")
          .hasMessageNotContaining("a/free");
    }
  }

  @Test
  void aTimeOutIsTriedAgain() {
    assertThat(S3Failures.of(ApiCallTimeoutException.create(1000), "Listing s3://a/"))
        .isInstanceOfSatisfying(
            RetryableFailure.class,
            failure -> assertThat(failure.kind()).isEqualTo(RetryableFailure.Cause.STORAGE))
        .hasMessageStartingWith("Listing s3://a/ failed: the store did not answer in time");
  }

  private static RunFailure failureOfCopy(int status, String code) {
    try (AnsweringServer server = AnsweringServer.withError(status, code);
        S3Client client = S3Clients.open(server.settings(), 1)) {
      return catchThrowableOfType(RunFailure.class, () -> new ObjectStore(client).copy(COPY));
    }
  }
}
