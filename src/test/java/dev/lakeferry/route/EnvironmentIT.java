package dev.lakeferry.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lakeferry.completion.CompletedImport;
import dev.lakeferry.demo.EmbeddedStack;
import dev.lakeferry.job.AttemptStatus;
import dev.lakeferry.settings.Settings;
import dev.lakeferry.settings.SettingsException;
import dev.lakeferry.state.Rows;
import dev.lakeferry.testing.LogLines;
import dev.lakeferry.testing.Scene;
import dev.lakeferry.testing.Submission;
import dev.lakeferry.testing.TestLake;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Parts that are down, or are not what the settings say: told by health, mended by themselves. */
class EnvironmentIT {
  /** Two intakes and three claims; each tells a trouble that lasts once. */
  private static final int POLLS = 5;

  private static final String READY = "/observe/health/ready";
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  /** What goes is missed at once, not after the quarter of a minute that suits a service. */
  private static final Map<String, String> WATCHFUL = Map.of("LAKEFERRY_READINESS_PERIOD", "500ms");

  private static EmbeddedStack stack;
  private static TestLake lake;

  @BeforeAll
  static void begin() {
    stack = EmbeddedStack.start(Optional.empty());
    lake = new TestLake(stack);
  }

  @AfterAll
  static void end() {
    lake.close();
    stack.close();
  }

  private static void awaitStatus(Scene scene, int status, String... words) {
    Awaitility.await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .untilAsserted(
            () -> {
              HttpResponse<String> answer = scene.get(READY);
              assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
              assertThat(List.of(words)).allMatch(answer.body()::contains);
            });
  }

  private static void publishes(Scene scene) {
    CompletedImport completion = Submission.fresh().completed();
    scene.prepare(completion, "part-0.parquet", "SELECT range AS id FROM range(1000)");
    assertThat(scene.run(completion).status()).isEqualTo(AttemptStatus.COMPLETED);
  }

  private static void stopAll() {
    stack.postgres().stop();
    stack.s3().stop();
  }

  @Test
  void partsThatAreDownAtStartAreWaitedForAndPartsThatRestartAreTakenUpAgain() {
    try (Scene scene = Scene.on(lake, WATCHFUL, EnvironmentIT::stopAll)) {
      awaitStatus(scene, 503, "refused");
      stack.postgres().restart();
      awaitStatus(scene, 503, "store");
      stack.s3().restart();
      awaitStatus(scene, 200);
      publishes(scene);

      stack.postgres().stop();
      awaitStatus(scene, 503);
      stack.postgres().restart();
      awaitStatus(scene, 200);
      publishes(scene);

      stack.s3().stop();
      awaitStatus(scene, 503, "store");
      stack.s3().restart();
      awaitStatus(scene, 200);
      publishes(scene);
    } finally {
      stack.postgres().restart();
      stack.s3().restart();
    }
  }

  @Test
  void aWrongPasswordIsToldWithoutShowingIt() {
    notReady(Map.of("DUCKLAKE_RDS_PASSWORD", "wrong-secret-1"), "password authentication failed");
  }

  @Test
  void aWrongS3KeyIsToldWithoutShowingIt() {
    notReady(Map.of("DUCKLAKE_S3_SECRET_KEY", "wrong-secret-2"), "DUCKLAKE_S3_SECRET_KEY");
  }

  @Test
  void aBucketThatIsMissingIsNamed() {
    notReady(Map.of("SOURCE_BUCKET_URL", "s3://nowhere/warehouse"), "SOURCE_BUCKET_URL");
  }

  @Test
  void aLakeThatWasNotInitialisedIsNotMadeByAccident() throws Exception {
    stack.postgres().createDatabase("no_lake");
    notReady(Map.of("DUCKLAKE_RDS_DATABASE", "no_lake"), "lake init");

    try (Connection connection =
            DriverManager.getConnection(
                stack.postgres().jdbcUrl("no_lake"),
                stack.postgres().user(),
                stack.postgres().password());
        ResultSet tables = connection.getMetaData().getTables(null, null, "ducklake%", null)) {
      assertThat(tables.next()).isFalse();
    }
  }

  private static void notReady(Map<String, String> wrong, String... words) {
    try (LogLines log = new LogLines();
        Scene scene = Scene.on(lake, wrong)) {
      awaitStatus(scene, 503, words);
      log.await("Not ready");
      log.await(words[0]);
      assertThat(log.with("tried again with each poll")).hasSizeLessThanOrEqualTo(POLLS);
      for (String secret : List.of("wrong-secret-1", "wrong-secret-2")) {
        assertThat(log.with(secret)).isEmpty();
        assertThat(scene.get("/observe/health").body()).doesNotContain(secret);
        assertThat(scene.get("/observe/metrics").body()).doesNotContain(secret);
      }
    }
  }

  @Test
  void aDataPathWithTwoSlashesIsRefusedBeforeAnythingStarts() {
    Map<String, String> environment =
        Map.of(
            "LAKEFERRY_PROFILE", "local",
            "DUCKLAKE_BUCKET", "lake",
            "DUCKLAKE_DATA_PATH", "s3://lake/a//b/");

    assertThatThrownBy(() -> Settings.read(environment, null))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("DUCKLAKE_DATA_PATH");
  }

  @Test
  void theManagementServerListensOnTheLoopbackAddressOnlyAndShowsNoSecret() {
    try (LogLines log = new LogLines();
        Scene scene = Scene.on(lake, Map.of())) {
      awaitStatus(scene, 200);
      publishes(scene);
      scene.run(Submission.fresh().with("prepared_folder", "missing").completed());

      // Only a server that listens on every address answers here.
      assertThatThrownBy(
              () -> {
                try (Socket socket = new Socket()) {
                  socket.connect(new InetSocketAddress("127.0.0.2", scene.managementPort()), 2000);
                }
              })
          .isInstanceOf(IOException.class);
      String secret = stack.s3().secretKey();
      assertThat(log.with(secret)).isEmpty();
      assertThat(scene.get("/observe/health").body()).doesNotContain(secret);
      assertThat(scene.get("/observe/metrics").body()).doesNotContain(secret);
      assertThat(
              Rows.column(
                  scene.service().state(),
                  String.class,
                  "SELECT to_jsonb(a)::text FROM managed_warehouse_source_job AS a"))
          .isNotEmpty()
          .noneMatch(row -> row.contains(secret));
    }
  }
}
