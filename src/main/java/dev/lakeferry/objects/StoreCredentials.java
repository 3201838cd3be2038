package dev.lakeferry.objects;

import dev.lakeferry.settings.AssumedRole;
import dev.lakeferry.settings.S3Settings;
import dev.lakeferry.settings.Secret;
import dev.lakeferry.settings.StsSettings;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.SdkSystemSetting;

/**
 * The credentials of object stores: keys that were set, else AWS's default chain (properties and
 * variables, web identity, profile, container, instance), and on top of either the role that is to
 * be assumed. Whoever reaches one store the same way shares them: the SDK's clients and the engine.
 *
 * <p>Law "credentials": what they give is for one request or one secret, and is kept nowhere else.
 */
public final class StoreCredentials {
  private static final StoreCredentials SHARED = new StoreCredentials(Clock.systemUTC());

  private final Clock clock;
  private final Map<Way, AwsCredentialsProvider> providers = new ConcurrentHashMap<>();

  /** Takes the clock by which credentials end. */
  public StoreCredentials(Clock clock) {
    this.clock = clock;
  }

  /** Those of this process. */
  public static StoreCredentials shared() {
    return SHARED;
  }

  /** What decides which credentials a store is reached with. */
  private record Way(
      Optional<String> accessKey,
      Optional<Secret> secretKey,
      Optional<AssumedRole> role,
      StsSettings sts,
      Optional<Path> authorities) {}

  /**
   * The credentials for a store, asked for when they are needed; what gives them throws a {@link
   * dev.lakeferry.failure.RunFailure} where a role cannot be assumed.
   */
  public AwsCredentialsProvider of(S3Settings settings) {
    return providers.computeIfAbsent(
        new Way(
            settings.accessKey(),
            settings.secretKey(),
            settings.access().role(),
            settings.access().sts(),
            settings.access().authorities()),
        this::provider);
  }

  private AwsCredentialsProvider provider(Way way) {
    TokenService tokens = new TokenService(way.sts(), new TrustedAuthorities(way.authorities()));
    AwsCredentialsProvider base = base(way, tokens);
    return way.role()
        .<AwsCredentialsProvider>map(
            role ->
                new RenewedCredentials(
                    role.arn(), () -> tokens.assume(role, base), way.sts().renewBefore(), clock))
        .orElse(base);
  }

  private AwsCredentialsProvider base(Way way, TokenService tokens) {
    if (way.accessKey().isPresent()) {
      String secret =
          way.secretKey()
              .map(Secret::reveal)
              .orElseThrow(
                  () -> new IllegalArgumentException("An access key without a secret key."));
      return StaticCredentialsProvider.create(
          AwsBasicCredentials.create(way.accessKey().get(), secret));
    }
    Optional<String> role = SdkSystemSetting.AWS_ROLE_ARN.getStringValue();
    Optional<String> token = SdkSystemSetting.AWS_WEB_IDENTITY_TOKEN_FILE.getStringValue();
    boolean keysFirst = SdkSystemSetting.AWS_ACCESS_KEY_ID.getStringValue().isPresent();
    if (role.isPresent() && token.isPresent() && !keysFirst) {
      // The chain's own would be renewed five minutes before its end: too late for the engine.
      return new RenewedCredentials(
          role.get(),
          () -> tokens.identify(role.get(), Path.of(token.get())),
          way.sts().renewBefore(),
          clock);
    }
    return DefaultCredentialsProvider.builder().build();
  }
}
