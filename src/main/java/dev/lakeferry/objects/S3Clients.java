package dev.lakeferry.objects;

import dev.lakeferry.settings.S3Settings;
import dev.lakeferry.settings.Secret;
import java.time.Duration;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.http.apache.ApacheHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.s3.LegacyMd5Plugin;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;

/** Opens clients of object stores: AWS itself, or another store that speaks S3. */
public final class S3Clients {

  /** Listings, deletions and probes go on while every copy holds its connection. */
  private static final int SPARE_CONNECTIONS = 8;

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

  /** Callers above the number that was told wait for their turn rather than fail. */
  private static final Duration POOL_TIMEOUT = Duration.ofMinutes(2);

  /** Some stores stay silent until a copy is done; 5 GiB take a slow one a minute or two. */
  private static final Duration SOCKET_TIMEOUT = Duration.ofMinutes(5);

  /** A whole call, its retries included. */
  private static final Duration CALL_TIMEOUT = Duration.ofMinutes(20);

  private S3Clients() {}

  /**
   * Opens a client with the SDK's standard retries; the caller closes it.
   *
   * @param concurrentCopies how many copies (objects, or parts of large objects) run at once; at
   *     least 1
   */
  public static S3Client open(S3Settings settings, int concurrentCopies) {
    return open(settings, concurrentCopies, credentials(settings), CALL_TIMEOUT);
  }

  /**
   * Opens a client whose every call ends after a while, for looking whether a store answers.
   *
   * @param callTimeout of a whole call, its retries included
   */
  public static S3Client openImpatient(S3Settings settings, Duration callTimeout) {
    return open(settings, 1, credentials(settings), callTimeout);
  }

  /** The same without credentials: what it is let do, everyone is. */
  public static S3Client openAnonymous(S3Settings settings, Duration callTimeout) {
    return open(settings, 1, AnonymousCredentialsProvider.create(), callTimeout);
  }

  private static S3Client open(
      S3Settings settings,
      int concurrentCopies,
      AwsCredentialsProvider credentials,
      Duration callTimeout) {
    S3ClientBuilder builder =
        S3Client.builder()
            .region(Region.of(settings.region()))
            .forcePathStyle(settings.pathStyle())
            // A Delta table may name files of a bucket in another region of AWS.
            .crossRegionAccessEnabled(settings.endpoint().isEmpty())
            .credentialsProvider(credentials)
            .overrideConfiguration(
                override ->
                    override
                        .retryStrategy(DefaultRetryStrategy.standardStrategyBuilder().build())
                        .apiCallTimeout(callTimeout))
            .httpClientBuilder(
                ApacheHttpClient.builder()
                    .maxConnections(concurrentCopies + SPARE_CONNECTIONS)
                    .connectionTimeout(CONNECT_TIMEOUT)
                    .connectionAcquisitionTimeout(POOL_TIMEOUT)
                    .socketTimeout(SOCKET_TIMEOUT));
    settings.endpoint().ifPresent(endpoint -> anotherStore(builder.endpointOverride(endpoint)));
    return builder.build();
  }

  /** Other stores know a bulk deletion's Content-MD5, and few know the newer checksums. */
  private static void anotherStore(S3ClientBuilder builder) {
    builder
        .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
        .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
        .addPlugin(LegacyMd5Plugin.create());
  }

  /** The settings' keys, or without them AWS's default chain. */
  public static AwsCredentialsProvider credentials(S3Settings settings) {
    if (settings.accessKey().isEmpty()) {
      return DefaultCredentialsProvider.builder().build();
    }
    String secret =
        settings
            .secretKey()
            .map(Secret::reveal)
            .orElseThrow(() -> new IllegalArgumentException("An access key without a secret key."));
    return StaticCredentialsProvider.create(
        AwsBasicCredentials.create(settings.accessKey().get(), secret));
  }
}
