package dev.lakeferry.route;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.lakeferry.demo.EmbeddedStack;
import dev.lakeferry.testing.Scene;
import dev.lakeferry.testing.TestLake;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which part is down, and why; the process itself stays alive and started. */
class HealthIT {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final Map<String, String> WATCHFUL = Map.of("LAKEFERRY_READINESS_PERIOD", "500ms");
  private static final String OURS = "lakeferry-";

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

  private static JsonNode ready(Scene scene) throws IOException {
    return new ObjectMapper().readTree(scene.get("/observe/health/ready").body()).get("checks");
  }

  private static Set<String> down(JsonNode checks) {
    Set<String> names = new TreeSet<>();
    checks.forEach(
        check -> {
          String name = check.get("name").asText();
          if (name.startsWith(OURS) && check.get("status").asText().equals("DOWN")) {
            names.add(name.substring(OURS.length()));
          }
        });
    return names;
  }

  private static void awaitDown(Scene scene, String words, String... parts) {
    Awaitility.await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .untilAsserted(
            () -> {
              JsonNode checks = ready(scene);
              assertThat(down(checks)).as(checks.toString()).containsExactlyInAnyOrder(parts);
              assertThat(checks.toString()).contains(words);
            });
    assertThat(scene.get("/observe/health/live").statusCode()).isEqualTo(200);
    assertThat(scene.get("/observe/health/startup").statusCode()).isEqualTo(200);
  }

  @Test
  void aDeadStoreIsBothBucketsAndADeadServerIsBothDatabasesAndTheEngine() {
    try (Scene scene = Scene.on(lake, WATCHFUL)) {
      awaitDown(scene, "answers");

      stack.s3().stop();
      awaitDown(scene, "no connection to the store", "lake-bucket", "source-bucket");
      assertThat(scene.page("/")).contains("<b>No work is claimed.</b>");
      stack.s3().restart();
      awaitDown(scene, "answers");

      stack.postgres().stop();
      awaitDown(scene, "The engine waits for the catalog", "state-database", "catalog", "engine");
      stack.postgres().restart();
      awaitDown(scene, "answers");
    } finally {
      stack.s3().restart();
      stack.postgres().restart();
    }
  }

  @Test
  void missingExtensionsAreNamedAndTheEngineWithThem(@TempDir Path empty) {
    try (Scene scene = Scene.on(lake, Map.of("LAKEFERRY_EXTENSION_DIRECTORY", empty.toString()))) {
      awaitDown(scene, "provision-extensions", "extensions", "engine");
    }
  }

  @Test
  void aMissingBucketIsThatBucketAlone() {
    try (Scene scene = Scene.on(lake, Map.of("SOURCE_BUCKET_URL", "s3://nowhere/warehouse"))) {
      awaitDown(scene, "SOURCE_BUCKET_URL", "source-bucket");
    }
  }

  @Test
  void aWrongPasswordOfTheCatalogIsTheCatalogAndTheEngine() {
    Map<String, String> wrong =
        Map.of(
            "DUCKLAKE_RDS_PASSWORD",
            "wrong-secret-3",
            "LAKEFERRY_STATE_PASSWORD",
            stack.postgres().password());
    try (Scene scene = Scene.on(lake, wrong)) {
      awaitDown(scene, "password authentication failed", "catalog", "engine");
      assertThat(scene.get("/observe/health").body()).doesNotContain("wrong-secret-3");
    }
  }
}
