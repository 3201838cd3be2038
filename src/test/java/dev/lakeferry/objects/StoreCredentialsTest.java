package dev.lakeferry.objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.failure.RetryableFailure;
import dev.lakeferry.settings.AssumedRole;
import dev.lakeferry.settings.S3Access;
import dev.lakeferry.settings.S3Settings;
import dev.lakeferry.settings.Secret;
import dev.lakeferry.settings.StsSettings;
import dev.lakeferry.testing.FakeSts;
import dev.lakeferry.testing.TurnedClock;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.core.SdkSystemSetting;

class StoreCredentialsTest {
  private static final String ROLE = "arn:aws:iam::123456789012:role/lake";
  private static final String OWN_ROLE = "arn:aws:iam::123456789012:role/service-account";

  @TempDir Path directory;

  private final TurnedClock clock = new TurnedClock(Instant.now());
  private final FakeSts sts = new FakeSts(clock, "temporary-key", "temporary-secret");
  private final StoreCredentials credentials = new StoreCredentials(clock);

  @AfterEach
  void close() {
    sts.close();
    System.clearProperty(SdkSystemSetting.AWS_ROLE_ARN.property());
    System.clearProperty(SdkSystemSetting.AWS_WEB_IDENTITY_TOKEN_FILE.property());
  }

  private S3Settings settings(Optional<AssumedRole> role, boolean keys, URI service) {
    return new S3Settings(
        "us-east-1",
        Optional.empty(),
        false,
        Optional.of("base-key").filter(key -> keys),
        Optional.of(new Secret("base-secret")).filter(key -> keys),
        new S3Access(
            role,
            false,
            Optional.empty(),
            Optional.empty(),
            new StsSettings(
                Optional.of(service),
                "eu-central-1",
                Duration.ofMinutes(30),
                Duration.ofMinutes(10))));
  }

  private S3Settings assuming(String externalId) {
    return settings(
        Optional.of(new AssumedRole(ROLE, Optional.ofNullable(externalId))), true, sts.endpoint());
  }

  private AwsCredentials resolve(S3Settings settings) {
    return credentials.of(settings).resolveCredentials();
  }

  @Test
  void aRoleIsAssumedWithTheKeysAndItsExternalId() {
    assertThat(resolve(assuming("from-us")))
        .isInstanceOfSatisfying(
            AwsSessionCredentials.class,
            given -> {
              assertThat(given.accessKeyId()).isEqualTo("temporary-key");
              assertThat(given.sessionToken()).isEqualTo("session-1");
            });
    assertThat(sts.requests())
        .singleElement()
        .satisfies(
            asked ->
                assertThat(asked)
                    .containsAllEntriesOf(
                        Map.of(
                            "Action", "AssumeRole",
                            "RoleArn", ROLE,
                            "ExternalId", "from-us",
                            "DurationSeconds", "1800")))
        .satisfies(
            asked ->
                assertThat(asked.get("Authorization"))
                    .contains("Credential=base-key/", "/eu-central-1/sts/"));
  }

  @Test
  void withoutAnExternalIdNoneIsTold() {
    resolve(assuming(null));
    assertThat(sts.requests().get(0)).doesNotContainKey("ExternalId");
  }

  @Test
  void whoeverReachesAStoreTheSameWaySharesTheCredentials() {
    assertThat(credentials.of(assuming("a"))).isSameAs(credentials.of(assuming("a")));
    assertThat(credentials.of(assuming("a"))).isNotSameAs(credentials.of(assuming("b")));
    resolve(assuming("a"));
    resolve(assuming("a"));
    assertThat(sts.requests()).hasSize(1);
  }

  @Test
  void theRoleOfAServiceAccountIsTakenOnByItsTokenAndRenewedWithItsNewToken() throws IOException {
    Path token = Files.writeString(directory.resolve("token"), "first.web.token\n");
    System.setProperty(SdkSystemSetting.AWS_ROLE_ARN.property(), OWN_ROLE);
    System.setProperty(SdkSystemSetting.AWS_WEB_IDENTITY_TOKEN_FILE.property(), token.toString());
    S3Settings plain = settings(Optional.empty(), false, sts.endpoint());
    assertThat(((AwsSessionCredentials) resolve(plain)).sessionToken()).isEqualTo("session-1");
    Files.writeString(token, "second.web.token");
    clock.turn(Duration.ofMinutes(21));
    assertThat(((AwsSessionCredentials) resolve(plain)).sessionToken()).isEqualTo("session-2");
    assertThat(sts.requests())
        .extracting(asked -> asked.get("WebIdentityToken"))
        .containsExactly("first.web.token", "second.web.token");
    assertThat(sts.requests().get(0))
        .containsEntry("Action", "AssumeRoleWithWebIdentity")
        .containsEntry("RoleArn", OWN_ROLE)
        .doesNotContainKey("Authorization");
  }

  @Test
  void aServiceAccountMayAssumeTheRoleOfAnotherAccount() throws IOException {
    Path token = Files.writeString(directory.resolve("token"), "web.token");
    System.setProperty(SdkSystemSetting.AWS_ROLE_ARN.property(), OWN_ROLE);
    System.setProperty(SdkSystemSetting.AWS_WEB_IDENTITY_TOKEN_FILE.property(), token.toString());
    resolve(
        settings(
            Optional.of(new AssumedRole(ROLE, Optional.of("from-us"))), false, sts.endpoint()));
    assertThat(sts.requests())
        .extracting(asked -> asked.get("Action"))
        .containsExactly("AssumeRoleWithWebIdentity", "AssumeRole");
    assertThat(sts.requests().get(1).get("Authorization")).contains("temporary-key");
  }

  @Test
  void aRefusalIsFinalAndSaysWhatToChangeWithoutSecrets() throws IOException {
    Path token = Files.writeString(directory.resolve("token"), "the.web.token");
    System.setProperty(SdkSystemSetting.AWS_ROLE_ARN.property(), OWN_ROLE);
    System.setProperty(SdkSystemSetting.AWS_WEB_IDENTITY_TOKEN_FILE.property(), token.toString());
    sts.refuse(403, "AccessDenied", "the.web.token is not one that we know");
    assertThatThrownBy(() -> resolve(settings(Optional.empty(), false, sts.endpoint())))
        .isInstanceOf(FinalFailure.class)
        .hasMessageContainingAll(OWN_ROLE, "403 AccessDenied", "trust policy", "***")
        .hasMessageNotContaining("the.web.token")
        .hasNoCause();
  }

  @Test
  void aServiceThatFailsOrIsAwayIsAskedAgainLater() {
    sts.refuse(503, "ServiceUnavailable", "come back");
    assertThatThrownBy(() -> resolve(assuming(null)))
        .isInstanceOf(RetryableFailure.class)
        .hasMessageContainingAll(ROLE, "503 ServiceUnavailable");
    sts.close();
    assertThatThrownBy(() -> resolve(assuming(null)))
        .isInstanceOf(RetryableFailure.class)
        .hasMessageContaining("LAKEFERRY_AWS_STS_ENDPOINT");
  }

  @Test
  void aTokenFileThatIsNotThereIsNamed() {
    System.setProperty(SdkSystemSetting.AWS_ROLE_ARN.property(), OWN_ROLE);
    System.setProperty(SdkSystemSetting.AWS_WEB_IDENTITY_TOKEN_FILE.property(), "/nowhere/token");
    assertThatThrownBy(() -> resolve(settings(Optional.empty(), false, sts.endpoint())))
        .isInstanceOf(FinalFailure.class)
        .hasMessageContainingAll("/nowhere/token", "AWS_WEB_IDENTITY_TOKEN_FILE");
  }

  @Test
  void keysThatWereSetAreTakenAsTheyAre() {
    AwsCredentials given = resolve(settings(Optional.empty(), true, sts.endpoint()));
    assertThat(given.accessKeyId()).isEqualTo("base-key");
    assertThat(sts.requests()).isEmpty();
  }
}
