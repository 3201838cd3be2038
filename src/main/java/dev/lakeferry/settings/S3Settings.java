package dev.lakeferry.settings;

import java.net.URI;
import java.util.Optional;

/**
 * How to reach an object store.
 *
 * @param region never empty
 * @param endpoint absent for AWS itself; with scheme, host and port otherwise
 * @param pathStyle whether the bucket stands in the path rather than in the host name
 * @param accessKey absent for the default credential chain; present together with the secret key
 * @param access what it takes beside them
 */
public record S3Settings(
    String region,
    Optional<URI> endpoint,
    boolean pathStyle,
    Optional<String> accessKey,
    Optional<Secret> secretKey,
    S3Access access) {

  /** A store that takes keys or default credentials, and nothing more. */
  public S3Settings(
      String region,
      Optional<URI> endpoint,
      boolean pathStyle,
      Optional<String> accessKey,
      Optional<Secret> secretKey) {
    this(region, endpoint, pathStyle, accessKey, secretKey, S3Access.PLAIN);
  }
}
