package dev.lakeferry.bench;

import dev.lakeferry.settings.S3Settings;
import dev.lakeferry.settings.Secret;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * What the command line says of the parts that are measured on.
 *
 * @param latency how much later each request arrives at the store; zero for as soon as it does
 * @param store another store than the embedded one, with its keys in the variables of AWS
 */
record BenchOptions(Duration latency, Optional<URI> store) {

  /** The embedded parts as they are. */
  static final BenchOptions PLAIN = new BenchOptions(Duration.ZERO, Optional.empty());

  /** The same on a store that answers later, unless the command line says how much. */
  BenchOptions orLatency(Duration otherwise) {
    return latency.isZero() ? new BenchOptions(otherwise, store) : this;
  }

  /**
   * How the other store is reached.
   *
   * @throws IllegalArgumentException if the environment holds no keys for it
   */
  static S3Settings settings(URI store, Map<String, String> environment) {
    String key = environment.get("AWS_ACCESS_KEY_ID");
    String secret = environment.get("AWS_SECRET_ACCESS_KEY");
    if (key == null || secret == null) {
      throw new IllegalArgumentException(
          "--s3 needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, which may make two buckets.");
    }
    return new S3Settings(
        environment.getOrDefault("AWS_REGION", "us-east-1"),
        Optional.of(store),
        true,
        Optional.of(key),
        Optional.of(new Secret(secret)));
  }

  /** Both, in words. */
  String words() {
    return store.map(uri -> "store " + uri.getAuthority()).orElse("embedded s3proxy")
        + (latency.isZero() ? "" : ", requests " + latency.toMillis() + " ms later");
  }
}
