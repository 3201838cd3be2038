package dev.lakeferry.check;

import dev.lakeferry.objects.S3Clients;
import dev.lakeferry.settings.S3Settings;
import dev.lakeferry.settings.Settings;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.sts.StsClient;
import software.amazon.awssdk.services.sts.StsClientBuilder;

/** Whose credentials reach the lake's bucket: an account's root may do far too much. */
final class CallerIdentity extends Probe {
  /** The administrators that MinIO, SeaweedFS' examples and the local profile begin with. */
  private static final Set<String> ADMINISTRATORS =
      Set.of("minioadmin", "minio", "root", "admin", "object_storage_root_user");

  private static final String CHANGE =
      "Make a role or user that may List, Get, Put and Delete on the two buckets alone, and use its"
          + " credentials.";

  private final S3Settings s3;
  private final Optional<URI> sts;
  private final Duration limit;

  CallerIdentity(Settings settings, Optional<URI> sts, Duration limit) {
    super("credentials");
    this.s3 = settings.lake().s3();
    this.sts = sts;
    this.limit = limit;
  }

  @Override
  Finding look() {
    if (s3.endpoint().isPresent() && sts.isEmpty()) {
      return s3.accessKey().filter(ADMINISTRATORS::contains).isPresent()
          ? Finding.warning(
              "the access key is called like a store's administrator: " + s3.accessKey().get(),
              CHANGE)
          : Finding.ok("the access key is not one of the well-known administrators");
    }
    try (StsClient client = client()) {
      String arn = client.getCallerIdentity().arn();
      return arn.endsWith(":root")
          ? Finding.warning("these are root credentials: " + arn, CHANGE)
          : Finding.ok(arn);
    } catch (SdkException e) {
      return Finding.warning(
          "AWS does not tell whose they are: " + e.getMessage(),
          "Let this host reach STS, or see yourself that they are not an account's root.");
    }
  }

  private StsClient client() {
    StsClientBuilder builder =
        StsClient.builder()
            .region(Region.of(s3.region()))
            .credentialsProvider(S3Clients.credentials(s3))
            .overrideConfiguration(override -> override.apiCallTimeout(limit));
    sts.ifPresent(builder::endpointOverride);
    return builder.build();
  }
}
