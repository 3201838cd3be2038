package dev.lakeferry.objects;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.failure.RetryableFailure;
import dev.lakeferry.failure.RunFailure;
import dev.lakeferry.settings.AssumedRole;
import dev.lakeferry.settings.StsSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.apache.ApacheHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.sts.StsClient;
import software.amazon.awssdk.services.sts.StsClientBuilder;
import software.amazon.awssdk.services.sts.model.Credentials;

/** AWS's token service (STS), which gives temporary credentials. */
final class TokenService {
  /** What a session is called in AWS's own logs. */
  private static final String SESSION = "lakeferry";

  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(30);

  /** Characters of the service's own words. */
  private static final int MOST_TOLD = 400;

  private static final Set<String> PASSING =
      Set.of("IDPCommunicationError", "InternalFailure", "ServiceUnavailable", "RequestExpired");

  private final StsSettings settings;
  private final TrustedAuthorities authorities;

  TokenService(StsSettings settings, TrustedAuthorities authorities) {
    this.settings = settings;
    this.authorities = authorities;
  }

  /**
   * Takes on a role.
   *
   * @param base whose credentials may do so
   * @throws RunFailure if it is refused, or nobody answers
   */
  AwsSessionCredentials assume(AssumedRole role, AwsCredentialsProvider base) {
    return asked(
        "The role %s could not be assumed".formatted(role.arn()),
        "let the role's trust policy name whose credentials these are, with the external id that it"
            + " demands (DUCKLAKE_S3_ROLE_EXTERNAL_ID, SOURCE_BUCKET_ROLE_EXTERNAL_ID), and allow"
            + " sessions of LAKEFERRY_AWS_SESSION_DURATION",
        base,
        "",
        client ->
            client
                .assumeRole(
                    request ->
                        request
                            .roleArn(role.arn())
                            .roleSessionName(SESSION)
                            .durationSeconds(seconds())
                            .externalId(role.externalId().orElse(null)))
                .credentials());
  }

  /**
   * Takes on the role that a platform gave this process, such as EKS to a service account.
   *
   * @param token the platform's file, which it renews
   * @throws RunFailure if it is refused, or nobody answers
   */
  AwsSessionCredentials identify(String roleArn, Path token) {
    String identity = read(token);
    return asked(
        "The role %s of this process (web identity) could not be assumed".formatted(roleArn),
        "let the role's trust policy name the service account, and see that the token in %s is a"
                .formatted(token)
            + " fresh one",
        AnonymousCredentialsProvider.create(),
        identity,
        client ->
            client
                .assumeRoleWithWebIdentity(
                    request ->
                        request
                            .roleArn(roleArn)
                            .roleSessionName(SESSION)
                            .durationSeconds(seconds())
                            .webIdentityToken(identity))
                .credentials());
  }

  private int seconds() {
    return Math.toIntExact(settings.duration().toSeconds());
  }

  private static String read(Path token) {
    try {
      return Files.readString(token).strip();
    } catch (IOException e) {
      throw new FinalFailure(
          "The token file of this process's role (AWS_WEB_IDENTITY_TOKEN_FILE), %s, cannot be read: %s. Mount it, then retry the run."
              .formatted(token, e.getMessage()),
          e);
    }
  }

  @FunctionalInterface
  private interface Question {
    Credentials ask(StsClient client);
  }

  private AwsSessionCredentials asked(
      String failed,
      String advice,
      AwsCredentialsProvider base,
      String confidential,
      Question question) {
    // Asked once in a while: a client that stays would keep its threads and connections.
    try (StsClient client = client(base)) {
      Credentials given = question.ask(client);
      return AwsSessionCredentials.builder()
          .accessKeyId(given.accessKeyId())
          .secretAccessKey(given.secretAccessKey())
          .sessionToken(given.sessionToken())
          .expirationTime(given.expiration())
          .build();
    } catch (SdkException e) {
      throw failure(e, failed, advice, confidential);
    }
  }

  private StsClient client(AwsCredentialsProvider base) {
    StsClientBuilder builder =
        StsClient.builder()
            .region(Region.of(settings.region()))
            .credentialsProvider(base)
            .overrideConfiguration(override -> override.apiCallTimeout(CALL_TIMEOUT))
            .httpClientBuilder(authorities.trustedBy(ApacheHttpClient.builder()));
    settings.endpoint().ifPresent(builder::endpointOverride);
    return builder.build();
  }

  /** The cause is dropped where the service spoke: its words may hold what we told it. */
  private static RunFailure failure(
      SdkException thrown, String failed, String advice, String confidential) {
    if (thrown instanceof AwsServiceException answered) {
      String sentence =
          "%s: the token service answered %d %s. "
              .formatted(failed, answered.statusCode(), told(answered, confidential));
      return answered.statusCode() >= 500
              || answered.isThrottlingException()
              || PASSING.contains(code(answered))
          ? new RetryableFailure(
              RetryableFailure.Cause.CONNECTION,
              sentence + "It is tried again; nothing that readers see has changed.",
              null)
          : new FinalFailure(sentence + "To mend it, " + advice + "; then retry the run.");
    }
    if (S3Failures.withoutCredentials(thrown)) {
      return new FinalFailure(
          failed
              + ": there are no credentials to do so with. Set DUCKLAKE_S3_ACCESS_KEY and"
              + " DUCKLAKE_S3_SECRET_KEY, or give the service a role, then retry the run.",
          thrown);
    }
    return new RetryableFailure(
        RetryableFailure.Cause.CONNECTION,
        failed
            + ": the token service did not answer (%s). It is tried again; check"
                .formatted(thrown.getClass().getSimpleName())
            + " LAKEFERRY_AWS_STS_ENDPOINT and LAKEFERRY_AWS_STS_REGION if it goes on.",
        thrown);
  }

  private static String code(AwsServiceException answered) {
    return answered.awsErrorDetails() == null ? "" : answered.awsErrorDetails().errorCode();
  }

  private static String told(AwsServiceException answered, String confidential) {
    String message =
        answered.awsErrorDetails() == null ? null : answered.awsErrorDetails().errorMessage();
    String words = message == null ? "" : ", '" + message + "'";
    String plain = confidential.isEmpty() ? words : words.replace(confidential, "***");
    return code(answered)
        + (plain.length() <= MOST_TOLD ? plain : plain.substring(0, MOST_TOLD) + "…'");
  }
}
