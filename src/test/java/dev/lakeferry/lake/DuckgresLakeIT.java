package dev.lakeferry.lake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.failure.RetryableFailure;
import dev.lakeferry.settings.DatabaseSettings;
import dev.lakeferry.settings.DuckgresSettings;
import dev.lakeferry.settings.LakeSettings;
import dev.lakeferry.settings.S3Settings;
import dev.lakeferry.settings.Secret;
import dev.lakeferry.settings.SourceSettings;
import dev.lakeferry.testing.DuckgresStandIn;
import dev.lakeferry.testing.TestLake;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.sync.RequestBody;

/** Which Duckgres servers are worked with, and which are refused. */
class DuckgresLakeIT {
  private static DuckgresStandIn server;
  private static TestLake lake;

  @BeforeAll
  static void begin() {
    lake =
        TestLake.inPublic(
            made -> {
              server = DuckgresStandIn.on(made);
              return lake(made, server.settings());
            });
  }

  @AfterAll
  static void end() {
    if (lake != null) {
      lake.close();
      server.close();
    }
  }

  private static DuckgresLake lake(TestLake lake, DuckgresSettings server) {
    return lake(server, lake.catalogSettings(), lake.lakeSettings());
  }

  private static DuckgresLake lake(
      DuckgresSettings server, DatabaseSettings catalog, LakeSettings settings) {
    return new DuckgresLake(
        server,
        catalog,
        settings,
        lake == null ? new SourceSettings("source", "", settings.s3()) : lake.sourceSettings());
  }

  @Test
  void oneLakeOneIdentityAnotherCatalogThanThatOfTheSettingsIsRefused() {
    try (TestLake other = TestLake.inPublic();
        DuckgresLake mixed =
            lake(server.settings(), other.catalogSettings(), lake.lakeSettings())) {
      lake.ask("CREATE TABLE ducklake.main.ahead (id INT)", row -> null);

      assertThatThrownBy(() -> mixed.open("mixed"))
          .isInstanceOf(FinalFailure.class)
          .hasMessageContaining("has another lake attached")
          .hasMessageContaining("snapshot");
      assertThat(mixed.trouble()).isPresent();
    }
  }

  @Test
  void oneLakeOneIdentityAnotherDataPathIsRefused() {
    LakeSettings elsewhere =
        new LakeSettings(
            lake.lakeSettings().bucket(),
            lake.lakeSettings().dataPath() + "elsewhere/",
            "public",
            lake.lakeSettings().s3());
    try (DuckgresLake mixed = lake(server.settings(), lake.catalogSettings(), elsewhere)) {
      assertThatThrownBy(() -> mixed.open("mixed"))
          .isInstanceOf(FinalFailure.class)
          .hasMessageContaining("its DATA_PATH is " + lake.lakeSettings().dataPath());
    }
  }

  @Test
  void aServerWithoutALakeIsRefused() {
    try (DuckgresStandIn bare = DuckgresStandIn.without();
        DuckgresLake none = lake(lake, bare.settings())) {
      assertThatThrownBy(() -> none.open("none"))
          .isInstanceOf(FinalFailure.class)
          .hasMessageContaining("has no lake attached as 'ducklake'");
    }
  }

  @Test
  void aWrongPasswordIsFinalAndNotTold() {
    try (DuckgresLake wrong = lake(lake, server.settings("hunter2"))) {
      assertThatThrownBy(() -> wrong.open("wrong"))
          .isInstanceOf(FinalFailure.class)
          .hasMessageContaining("DUCKGRES_PASSWORD")
          .hasMessageNotContaining("hunter2");
    }
  }

  @Test
  void aServerThatIsGoneIsTriedAgainAndTheOutcomeOfItsCommitUnknown() {
    DuckgresStandIn dying = DuckgresStandIn.on(lake);
    try (DuckgresLake there = lake(lake, dying.settings())) {
      try (LakeSession session = there.open("cut");
          LakeTransaction transaction = session.begin()) {
        session.execute("CREATE TABLE ducklake.main.cut (id INT)");
        dying.close();

        assertThatThrownBy(transaction::commit)
            .isInstanceOfSatisfying(
                CommitFailure.class,
                failure -> assertThat(kind(failure.failure())).isEqualTo("CONNECTION"));
      }
      assertThatThrownBy(() -> there.open("gone"))
          .satisfies(thrown -> assertThat(kind(thrown)).isEqualTo("CONNECTION"));
      assertThat(there.trouble()).isPresent();
      assertThatThrownBy(there::mend)
          .satisfies(thrown -> assertThat(kind(thrown)).isEqualTo("CONNECTION"));
    } finally {
      dying.close();
    }
  }

  private static String kind(Throwable thrown) {
    return thrown instanceof RetryableFailure retryable ? retryable.kind().name() : "FINAL";
  }

  @Test
  void credentialsABucketThatWasNotNamedBeforeIsReadWithThoseOfTheSource() {
    lake.s3().createBucket(request -> request.bucket("models-elsewhere"));
    lake.s3()
        .putObject(
            request -> request.bucket("models-elsewhere").key("a.parquet"),
            RequestBody.fromBytes(TestLake.parquet("SELECT 42 AS id")));
    try (LakeSession session = lake.lake().open("elsewhere");
        LakeTransaction transaction = session.begin()) {
      assertThat(transaction.baseSnapshot()).isNotNegative();
      assertThat(
              session.number(
                  "SELECT id FROM read_parquet(?)", List.of("s3://models-elsewhere/a.parquet")))
          .isEqualTo(42);
      assertThat(
              session.query(
                  "SELECT name || ' ' || array_to_string(scope, ' ') FROM duckdb_secrets()",
                  row -> row.getString(1)))
          .anyMatch(secret -> secret.matches("lakeferry_elsewhere_\\d+ s3://models-elsewhere/"));
    }
  }

  @Test
  void credentialsThatAreRefusedAreNotTold() {
    S3Settings s3 = lake.lakeSettings().s3();
    LakeSettings broken =
        new LakeSettings(
            lake.lakeSettings().bucket(),
            lake.lakeSettings().dataPath(),
            "public",
            new S3Settings(
                s3.region(),
                s3.endpoint(),
                s3.pathStyle(),
                Optional.of("key"),
                Optional.of(new Secret("hunter2', UNKNOWN 'x"))));
    LakeSettings invalid =
        new LakeSettings(
            broken.bucket(),
            broken.dataPath(),
            "public",
            new S3Settings(
                s3.region(),
                s3.endpoint(),
                s3.pathStyle(),
                Optional.of("ke\0y"),
                Optional.of(new Secret("hunter2"))));
    try (DuckgresLake quoted = lake(server.settings(), lake.catalogSettings(), broken);
        DuckgresLake cut = lake(server.settings(), lake.catalogSettings(), invalid)) {
      quoted.open("quoted").close();
      assertThatThrownBy(() -> cut.open("cut"))
          .satisfies(
              thrown ->
                  assertThat(String.valueOf(thrown) + thrown.getCause()).doesNotContain("hunter2"));
    }
  }

  @Test
  void deltaIsReadAgainOnEveryFreshConnection() {
    try (LakeSession session = lake.lake().open("delta")) {
      session.readDelta();
      session.renew();
      assertThat(
              session.number(
                  "SELECT count(*) FROM duckdb_extensions() WHERE extension_name = 'delta' AND loaded"))
          .isEqualTo(1);
    }
  }
}
