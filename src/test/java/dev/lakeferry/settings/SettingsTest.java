package dev.lakeferry.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsTest {
  private static final Map<String, String> REQUIRED =
      Map.of(
          "DUCKLAKE_RDS_HOST", "catalog.internal",
          "DUCKLAKE_RDS_PASSWORD", "hunter2",
          "DUCKLAKE_BUCKET", "acme-lake",
          "SOURCE_BUCKET_URL", "s3://acme-warehouse");

  @TempDir Path directory;

  @Test
  void namesAllThatIsMissingInOneMessage() {
    var failure = problemsOf(Map.of());

    assertThat(failure.problems())
        .extracting(problem -> problem.split(" ", 2)[0])
        .containsExactly(
            "DUCKLAKE_RDS_HOST", "DUCKLAKE_RDS_PASSWORD", "DUCKLAKE_BUCKET", "SOURCE_BUCKET_URL");
    assertThat(failure).hasMessageContaining("LAKEFERRY_PROFILE=local");
    failure.problems().forEach(problem -> assertThat(failure).hasMessageContaining(problem));
  }

  @Test
  void localProfileHoldsTheDocumentedDefaults() {
    Settings settings = read(Map.of("LAKEFERRY_PROFILE", "local"));

    assertThat(settings.catalog())
        .isEqualTo(
            new DatabaseSettings(
                "localhost",
                5432,
                "ducklake",
                "insights",
                new Secret("insights"),
                "prefer",
                Optional.empty()));
    assertThat(settings.lake())
        .isEqualTo(
            new LakeSettings(
                "ducklake-dev",
                "s3://ducklake-dev/",
                "public",
                new S3Settings(
                    "us-east-1",
                    Optional.of(URI.create("http://localhost:19000")),
                    true,
                    Optional.of("object_storage_root_user"),
                    Optional.of(new Secret("object_storage_root_password")))));
    assertThat(settings.text("duckgres.host")).isEqualTo("localhost");
    assertThat(settings.number("duckgres.port")).isEqualTo(15432);
    assertThat(settings.text("duckgres.database")).isEqualTo("ducklake");
    assertThat(settings.text("duckgres.username")).isEqualTo("insights");
    assertThat(settings.secret("duckgres.password")).contains(new Secret("insights"));
    assertThat(settings.source().s3()).isEqualTo(settings.lake().s3());
    assertThat(settings.warnings()).isEmpty();
  }

  @Test
  void productionHasNoDefaultCredentials() {
    Settings settings = read(REQUIRED);

    assertThat(settings.profile()).isEqualTo(Profile.PRODUCTION);
    assertThat(settings.lake().s3())
        .isEqualTo(
            new S3Settings(
                "us-east-1", Optional.empty(), false, Optional.empty(), Optional.empty()));
    assertThat(settings.secret("duckgres.password")).isEmpty();
    assertThat(settings.catalog().sslMode()).isEqualTo("require");
    assertThat(settings.lake().metadataSchema()).isEqualTo("ducklake_meta");
    assertThat(settings.warnings()).isEmpty();
  }

  @Test
  void environmentWinsOverFileAndFileOverDefault() throws IOException {
    Path file = file("ducklake.rds.port=6000\nducklake.rds.database=other\n");

    Settings settings = Settings.read(with("DUCKLAKE_RDS_PORT", "7000"), file);

    assertThat(settings.catalog().port()).isEqualTo(7000);
    assertThat(settings.catalog().database()).isEqualTo("other");
    assertThat(settings.catalog().username()).isEqualTo("insights");
  }

  @Test
  void blankCountsAsUnset() throws IOException {
    var environment = new HashMap<>(REQUIRED);
    environment.put("DUCKLAKE_RDS_HOST", " ");
    environment.put("DUCKLAKE_RDS_PORT", "");
    environment.put("DUCKLAKE_S3_ACCESS_KEY", "");

    assertThat(problemsOf(environment).problems())
        .singleElement()
        .asString()
        .startsWith("DUCKLAKE_RDS_HOST is not set");
    Settings settings = Settings.read(environment, file("ducklake.rds.host=from-file"));
    assertThat(settings.catalog().host()).isEqualTo("from-file");
    assertThat(settings.catalog().port()).isEqualTo(5432);
  }

  @Test
  void theSourceIsReachedByTheLakesRoleUnlessItHasOneOfItsOwn() {
    var environment = new HashMap<>(REQUIRED);
    environment.put("DUCKLAKE_S3_ROLE_ARN", "arn:aws:iam::123456789012:role/lake");
    environment.put("DUCKLAKE_S3_ROLE_EXTERNAL_ID", "from-us");
    environment.put("DUCKLAKE_S3_KMS_KEY", "alias/lake");
    environment.put("SOURCE_BUCKET_REQUESTER_PAYS", "true");

    Settings settings = read(environment);
    var ofLake = new AssumedRole("arn:aws:iam::123456789012:role/lake", Optional.of("from-us"));
    assertThat(settings.lake().s3().access().role()).contains(ofLake);
    assertThat(settings.source().s3().access().role()).contains(ofLake);
    assertThat(settings.lake().s3().access().kmsKey()).contains("alias/lake");
    assertThat(settings.source().s3().access().kmsKey()).as("nothing is written there").isEmpty();
    assertThat(settings.lake().s3().access().requesterPays()).as("it copies").isTrue();
    assertThat(settings.source().s3().access().requesterPays()).isTrue();

    environment.put("SOURCE_BUCKET_ROLE_ARN", "arn:aws-cn:iam::210987654321:role/path/source");
    environment.put("SOURCE_BUCKET_ROLE_EXTERNAL_ID", "from-them");
    assertThat(read(environment).source().s3().access().role())
        .contains(
            new AssumedRole(
                "arn:aws-cn:iam::210987654321:role/path/source", Optional.of("from-them")));
  }

  @Test
  void accessThatContradictsItselfIsNamed() {
    assertThat(problemsOf(with("DUCKLAKE_S3_ROLE_EXTERNAL_ID", "from-us")).problems())
        .singleElement()
        .asString()
        .contains("DUCKLAKE_S3_ROLE_ARN is not");
    assertThat(problemsOf(with("DUCKLAKE_S3_ROLE_ARN", "lake")).problems())
        .singleElement()
        .asString()
        .contains("a role's ARN");
    assertThat(problemsOf(with("LAKEFERRY_AWS_SESSION_DURATION", "13h")).problems())
        .singleElement()
        .asString()
        .contains("from 15m to 12h");
    assertThat(problemsOf(with("LAKEFERRY_AWS_SESSION_RENEW_BEFORE", "1h")).problems())
        .singleElement()
        .asString()
        .contains("must be shorter than LAKEFERRY_AWS_SESSION_DURATION");
    assertThat(problemsOf(with("DUCKLAKE_S3_CA_FILE", "/nowhere/ca.pem")).problems())
        .singleElement()
        .asString()
        .contains("DUCKLAKE_S3_CA_FILE names /nowhere/ca.pem, which cannot be read");
  }

  @Test
  void postHogNeedsBothItsKeysAndShowsNeither() {
    assertThat(problemsOf(with("LAKEFERRY_FLAGS_PROVIDER", "posthog")).problems())
        .extracting(problem -> problem.split(" ", 2)[0])
        .containsExactly(
            "LAKEFERRY_FLAGS_POSTHOG_PROJECT_KEY", "LAKEFERRY_FLAGS_POSTHOG_PERSONAL_KEY");
    var environment = new HashMap<>(REQUIRED);
    environment.put("LAKEFERRY_FLAGS_PROVIDER", "posthog");
    environment.put("LAKEFERRY_FLAGS_POSTHOG_PROJECT_KEY", "phc_hush");
    environment.put("LAKEFERRY_FLAGS_POSTHOG_PERSONAL_KEY", "phx_hush");
    assertThat(read(environment).resolved().toString()).doesNotContain("hush");
    assertThat(read(environment).asProperties().values()).doesNotContain("phc_hush", "phx_hush");
  }

  @Test
  void oneOfTwoS3KeysNamesTheOther() {
    assertThat(problemsOf(with("DUCKLAKE_S3_ACCESS_KEY", "AKIA")).problems())
        .singleElement()
        .asString()
        .contains("DUCKLAKE_S3_SECRET_KEY");
    assertThat(problemsOf(with("SOURCE_BUCKET_SECRET_KEY", "hush")).problems())
        .singleElement()
        .asString()
        .contains("SOURCE_BUCKET_ACCESS_KEY")
        .doesNotContain("hush");
  }

  @Test
  void aMalformedSettingIsToldOnceThoughOthersBuildOnIt() {
    assertThat(problemsOf(with("DUCKLAKE_RDS_PORT", "70000")).problems())
        .containsExactly("DUCKLAKE_RDS_PORT is '70000' but must be a whole number from 1 to 65535");
    assertThat(problemsOf(with("DUCKLAKE_BUCKET", "s3://acme")).problems()).hasSize(1);
  }

  @Test
  void credentialsInAnAddressAreNotEchoed() {
    assertThat(problemsOf(with("DUCKLAKE_S3_ENDPOINT", "https://me:hunter2@s3.internal")))
        .hasMessageContaining("DUCKLAKE_S3_ENDPOINT")
        .hasMessageNotContaining("hunter2");
  }

  @Test
  void dataPathMustBeCanonicalAndInTheBucket() {
    for (String wrong :
        new String[] {
          "s3://acme-lake",
          "s3://acme-lake//",
          "s3://acme-lake/a//b/",
          "s3://acme-lake/../x/",
          "s3://acme-lake/./",
          "s3://acme-lake/a b/",
          "s3://other/",
          "/var/lake/"
        }) {
      assertThat(problemsOf(with("DUCKLAKE_DATA_PATH", wrong)).problems())
          .as(wrong)
          .singleElement()
          .asString()
          .startsWith("DUCKLAKE_DATA_PATH");
    }
    assertThat(read(with("DUCKLAKE_DATA_PATH", "s3://acme-lake/a/..b/")).lake().dataPath())
        .isEqualTo("s3://acme-lake/a/..b/");
  }

  @Test
  void sourcePrefixEndsWithASlashOrIsEmpty() {
    assertThat(read(REQUIRED).source().prefix()).isEmpty();
    assertThat(read(REQUIRED).source().url()).isEqualTo("s3://acme-warehouse/");
    assertThat(read(with("SOURCE_BUCKET_URL", "s3://acme-warehouse/")).source().prefix()).isEmpty();
    assertThat(read(with("SOURCE_BUCKET_URL", "s3://w-h/dlt/prod")).source().prefix())
        .isEqualTo("dlt/prod/");
    assertThat(read(with("SOURCE_BUCKET_URL", "s3://w-h/dlt/prod/")).source().url())
        .isEqualTo("s3://w-h/dlt/prod/");
    assertThatThrownBy(() -> read(with("SOURCE_BUCKET_URL", "s3://w-h/dlt/../prod")))
        .hasMessageContaining("SOURCE_BUCKET_URL");
  }

  @Test
  void pathStyleFollowsTheEndpoint() {
    Settings settings = read(with("SOURCE_BUCKET_ENDPOINT", "http://minio:9000"));
    assertThat(settings.lake().s3().pathStyle()).isFalse();
    assertThat(settings.source().s3().pathStyle()).isTrue();

    Settings both = read(with("DUCKLAKE_S3_ENDPOINT", "http://minio:9000/"));
    assertThat(both.lake().s3().pathStyle()).isTrue();
    assertThat(both.source().s3()).isEqualTo(both.lake().s3());
    assertThat(both.lake().s3().endpoint()).contains(URI.create("http://minio:9000"));
  }

  @Test
  void stateDatabaseIsTheCatalogsServerUnlessSet() {
    assertThat(read(REQUIRED).state())
        .isEqualTo(
            new DatabaseSettings(
                "catalog.internal",
                5432,
                "lakeferry",
                "insights",
                new Secret("hunter2"),
                "require",
                Optional.empty()));
    assertThat(read(with("LAKEFERRY_STATE_HOST", "state.internal")).state().host())
        .isEqualTo("state.internal");
  }

  @Test
  void aMistypedVariableIsToldWithTheNearestName() {
    assertThat(read(with("DUCKLAKE_RDS_PASSWORT", "x")).warnings())
        .containsExactly(
            "DUCKLAKE_RDS_PASSWORT is no setting and has no effect; the nearest is"
                + " DUCKLAKE_RDS_PASSWORD");
    assertThat(read(with("LAKEFERRY_JAVA_OPTS", "-Xmx1g")).warnings()).isEmpty();
  }

  @Test
  void whatKubernetesSetsForServicesIsNoSetting() {
    Settings settings =
        read(
            with(
                "DUCKLAKE_RDS_PORT", "tcp://10.0.0.7:5432",
                "DUCKLAKE_RDS_PORT_5432_TCP_ADDR", "10.0.0.7",
                "LAKEFERRY_SERVICE_HOST", "10.0.0.8"));

    assertThat(settings.catalog().port()).isEqualTo(5432);
    assertThat(settings.warnings())
        .singleElement()
        .asString()
        .startsWith("DUCKLAKE_RDS_PORT holds an address that Kubernetes sets");
  }

  @Test
  void weakTlsOutsideLocalIsAWarning() {
    assertThat(read(with("DUCKLAKE_RDS_SSLMODE", "prefer")).warnings())
        .containsExactly(
            "DUCKLAKE_RDS_SSLMODE is prefer: password and data may travel unencrypted");
  }

  @Test
  void aCertificateThatCannotBeReadIsAProblem() {
    assertThat(
            problemsOf(
                with("DUCKLAKE_RDS_SSLMODE", "verify-full", "DUCKLAKE_RDS_SSLROOTCERT", "no.pem")))
        .hasMessageContaining("DUCKLAKE_RDS_SSLROOTCERT names " + ProgramHome.directory());
  }

  @Test
  void withDuckgresItsVariablesAndItsSchemaAreAskedFor() {
    assertThat(problemsOf(with("LAKEFERRY_ENGINE", "duckgres")).problems())
        .extracting(problem -> problem.split(" ", 2)[0])
        .containsExactly("DUCKGRES_HOST", "DUCKGRES_PASSWORD", "DUCKLAKE_METADATA_SCHEMA");
  }

  @Test
  void duckgresIsTheEngineOnceItIsSaidWhereItIs() {
    Settings settings =
        read(with("DUCKGRES_HOST", "duckgres.internal", "DUCKGRES_PASSWORD", "hunter3"));

    assertThat(settings.duckgres())
        .contains(
            new DuckgresSettings(
                "duckgres.internal",
                5432,
                "ducklake",
                "insights",
                new Secret("hunter3"),
                "require",
                Optional.empty(),
                false,
                Optional.empty(),
                Optional.empty()));
    assertThat(settings.lake().metadataSchema()).isEqualTo("public");
    assertThat(settings.warnings()).isEmpty();
    assertThat(read(REQUIRED).duckgres()).isEmpty();
    assertThat(read(Map.of("LAKEFERRY_PROFILE", "local")).duckgres()).isEmpty();
    assertThat(
            read(with("DUCKGRES_HOST", "duckgres.internal", "LAKEFERRY_ENGINE", "embedded"))
                .duckgres())
        .isEmpty();
  }

  @Test
  void aSchemaThatDuckgresDoesNotKnowIsAProblem() {
    assertThat(
            problemsOf(
                    with(
                        "DUCKGRES_HOST", "duckgres.internal",
                        "DUCKGRES_PASSWORD", "hunter3",
                        "DUCKLAKE_METADATA_SCHEMA", "ducklake_meta"))
                .problems())
        .singleElement()
        .asString()
        .startsWith("DUCKLAKE_METADATA_SCHEMA is 'ducklake_meta', but the engine is Duckgres");
  }

  @Test
  void aCertificateOfDuckgresIsVerifiedWithTheHostsName() throws IOException {
    Path certificate = Files.createFile(directory.resolve("duckgres.pem"));
    DuckgresSettings duckgres = duckgres("DUCKGRES_SSLROOTCERT", certificate.toString());

    assertThat(duckgres.sslMode()).isEqualTo("verify-full");
    assertThat(duckgres.rootCertificate()).contains(certificate);
    assertThat(problemsOf(duckgresWith("DUCKGRES_SSLROOTCERT", "no.pem")))
        .hasMessageContaining("DUCKGRES_SSLROOTCERT names");
    assertThat(
            problemsOf(
                duckgresWith(
                    "DUCKGRES_SSLROOTCERT",
                    certificate.toString(),
                    "DUCKGRES_SELF_SIGNED",
                    "true")))
        .hasMessageContaining("set one of the two");
  }

  @Test
  void aSelfSignedCertificateIsTakenOnlyByExplicitChoiceAndWithAWarning() {
    Settings settings = read(duckgresWith("DUCKGRES_SELF_SIGNED", "true"));

    assertThat(settings.duckgres().orElseThrow().selfSigned()).isTrue();
    assertThat(settings.warnings()).singleElement().asString().startsWith("DUCKGRES_SELF_SIGNED");
    assertThat(
            problemsOf(
                duckgresWith("DUCKGRES_SELF_SIGNED", "true", "DUCKGRES_SSLMODE", "verify-full")))
        .hasMessageContaining("DUCKGRES_SELF_SIGNED is true");
    assertThat(problemsOf(duckgresWith("DUCKGRES_SSLMODE", "prefer")))
        .hasMessageContaining("DUCKGRES_SSLMODE");
  }

  @Test
  void whatIsAskedOfAWorkerCannotHoldAnotherOption() {
    DuckgresSettings duckgres =
        duckgres("DUCKGRES_WORKER_CPU", "4", "DUCKGRES_WORKER_MEMORY", "16Gi");

    assertThat(duckgres.workerCpu()).contains("4");
    assertThat(duckgres.workerMemory()).contains("16Gi");
    assertThat(problemsOf(duckgresWith("DUCKGRES_WORKER_CPU", "4 -c a.b=c")))
        .hasMessageContaining("DUCKGRES_WORKER_CPU");
  }

  private DuckgresSettings duckgres(String... pairs) {
    return read(duckgresWith(pairs)).duckgres().orElseThrow();
  }

  private static Map<String, String> duckgresWith(String... pairs) {
    Map<String, String> variables =
        new HashMap<>(with("DUCKGRES_HOST", "duckgres.internal", "DUCKGRES_PASSWORD", "hunter3"));
    for (int i = 0; i < pairs.length; i += 2) {
      variables.put(pairs[i], pairs[i + 1]);
    }
    return variables;
  }

  @Test
  void engineUsesMoreThreadsThanCoresAndPathsOfTheProgram() {
    EngineSettings engine = read(REQUIRED).engine();
    assertThat(engine.threads()).isGreaterThanOrEqualTo(8);
    assertThat(engine.memoryLimit()).isEqualTo(2_000_000_000L);
    assertThat(engine.maxTempDirectorySize()).isEmpty();
    assertThat(engine.extensionDirectory())
        .isEqualTo(ProgramHome.directory().resolve(".lakeferry/extensions"));
  }

  @Test
  void placeholdersHoldNoSecretAndOnlyMillisecondsAndBytes() throws IOException {
    Path file = file("camel.main.name=ferry\nmy.topic=imports\nlakeferry.claim.period=1m30s\n");
    var properties =
        Settings.read(
                with("DUCKLAKE_S3_ACCESS_KEY", "AKIA", "DUCKLAKE_S3_SECRET_KEY", "hush"), file)
            .asProperties();

    assertThat(properties)
        .containsEntry("lakeferry.claim.period", "90000")
        .containsEntry("lakeferry.copy.multipart-threshold", "5368709120")
        .containsEntry("ducklake.bucket", "acme-lake")
        .containsEntry("camel.main.name", "ferry")
        .containsEntry("my.topic", "imports")
        .doesNotContainKeys("ducklake.rds.password", "ducklake.s3.secret.key")
        .doesNotContainValue("hunter2");
  }

  @Test
  void showsItselfWithoutSecrets() {
    Settings settings = read(REQUIRED);
    assertThat(settings + "" + settings.catalog() + settings.lake() + settings.source())
        .contains("ducklake.rds.password=***")
        .doesNotContain("hunter2");
  }

  @Test
  void durationsAreTyped() {
    assertThat(read(REQUIRED).duration("lakeferry.retention.inbox")).isEqualTo(Duration.ofDays(30));
    assertThatThrownBy(() -> read(REQUIRED).text("lakeferry.claim.perod"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private Path file(String lines) throws IOException {
    return Files.writeString(directory.resolve("application.properties"), lines);
  }

  private static Settings read(Map<String, String> environment) {
    return Settings.read(environment, null);
  }

  private static SettingsException problemsOf(Map<String, String> environment) {
    return catchThrowableOfType(SettingsException.class, () -> read(environment));
  }

  private static Map<String, String> with(String... pairs) {
    var environment = new HashMap<>(REQUIRED);
    for (int i = 0; i < pairs.length; i += 2) {
      environment.put(pairs[i], pairs[i + 1]);
    }
    return environment;
  }
}
