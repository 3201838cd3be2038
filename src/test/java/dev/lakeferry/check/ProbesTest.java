package dev.lakeferry.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.objects.AnsweringServer;
import dev.lakeferry.objects.S3Clients;
import dev.lakeferry.settings.S3Settings;
import dev.lakeferry.settings.Settings;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What no embedded store or server shows. */
class ProbesTest {
  private static final Duration LIMIT = Duration.ofSeconds(20);

  @Test
  void aServerBeforePostgres12IsTooOld() {
    assertThat(ServerVersion.judge(110_022, "11.22").result()).isEqualTo(Result.FAILED);
    assertThat(ServerVersion.judge(110_022, "11.22").change()).contains("PostgreSQL 12");
    assertThat(ServerVersion.judge(120_000, "12.0").result()).isEqualTo(Result.OK);
  }

  @Test
  void anotherFormatThanTheEnginesIsNamed() {
    assertThat(LakeFormat.judge("0.3").found()).contains("0.3");
    assertThat(LakeFormat.judge("0.3").change()).contains("AUTOMATIC_MIGRATION");
    assertThat(LakeFormat.judge("1.0").result()).isEqualTo(Result.OK);
  }

  @Test
  void aBucketInAnotherRegionIsWarnedOf() {
    try (AnsweringServer store =
        new AnsweringServer(
            exchange -> {
              exchange.getResponseHeaders().add("x-amz-bucket-region", "eu-west-1");
              exchange.sendResponseHeaders(200, -1);
              exchange.close();
            })) {
      Finding finding =
          new BucketThere("lake bucket", "DUCKLAKE_BUCKET_REGION", bucket(store)).look();
      assertThat(finding.result()).isEqualTo(Result.WARNING);
      assertThat(finding.found()).contains("eu-west-1").contains("us-east-1");
      assertThat(finding.change()).contains("DUCKLAKE_BUCKET_REGION=eu-west-1");
    }
  }

  @Test
  void aPolicyThatMakesABucketPublicIsWarnedOf() {
    try (AnsweringServer store =
        new AnsweringServer(
            exchange -> {
              boolean policy = String.valueOf(exchange.getRequestURI()).contains("policyStatus");
              AnsweringServer.answer(
                  exchange,
                  policy ? 200 : 403,
                  policy
                      ? "<PolicyStatus><IsPublic>true</IsPublic></PolicyStatus>"
                      : "<Error><Code>AccessDenied</Code></Error>");
            })) {
      Finding finding = new PublicAccess("lake public access", "lake bucket", bucket(store)).look();
      assertThat(finding.result()).isEqualTo(Result.WARNING);
      assertThat(finding.found()).contains("the policy of");
    }
  }

  @Test
  void rootCredentialsOfAnAccountAreWarnedOf() {
    assertThat(callerIs("arn:aws:iam::123456789012:root").result()).isEqualTo(Result.WARNING);
    assertThat(callerIs("arn:aws:iam::123456789012:root").found()).contains("root credentials");
    assertThat(callerIs("arn:aws:sts::123456789012:assumed-role/lakeferry/i-1").result())
        .isEqualTo(Result.OK);
  }

  private static Finding callerIs(String arn) {
    try (AnsweringServer sts =
        new AnsweringServer(exchange -> AnsweringServer.answer(exchange, 200, identity(arn)))) {
      return new CallerIdentity(
              settings(), Optional.of(sts.settings().endpoint().orElseThrow()), LIMIT)
          .look();
    }
  }

  private static String identity(String arn) {
    return """
        <GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">
          <GetCallerIdentityResult><Arn>%s</Arn><UserId>U</UserId><Account>1</Account></GetCallerIdentityResult>
        </GetCallerIdentityResponse>"""
        .formatted(arn);
  }

  private static Settings settings() {
    Map<String, String> environment = new HashMap<>();
    environment.put("LAKEFERRY_PROFILE", "local");
    return Settings.read(environment, null);
  }

  /** As a bucket of AWS, with clients of another address. */
  private static Bucket bucket(AnsweringServer store) {
    S3Settings there = store.settings();
    S3Settings aws =
        new S3Settings(
            there.region(), Optional.<URI>empty(), true, there.accessKey(), there.secretKey());
    return new Bucket(
        "bucket-1",
        "DUCKLAKE_BUCKET",
        aws,
        () -> S3Clients.openImpatient(there, LIMIT),
        () -> S3Clients.openAnonymous(there, LIMIT));
  }

  @Test
  void theAdviceOfARunsFailureIsToldWithoutTheRun() throws IOException {
    assertThat(Refusal.withoutRuns("Grant the service s3:PutObject, then retry the run."))
        .isEqualTo("Grant the service s3:PutObject.");
    assertThat(Refusal.withoutRuns("It is tried again; check the store's endpoint if it goes on."))
        .doesNotContain("tried again")
        .contains("endpoint");
  }
}
