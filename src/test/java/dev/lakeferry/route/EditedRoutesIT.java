package dev.lakeferry.route;

import static dev.lakeferry.testing.Outcomes.completed;
import static dev.lakeferry.testing.Outcomes.failed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.completion.CompletedImport;
import dev.lakeferry.job.Attempt;
import dev.lakeferry.testing.LogLines;
import dev.lakeferry.testing.Scene;
import dev.lakeferry.testing.Submission;
import dev.lakeferry.testing.TestLake;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** Law "an edited route can stop work, never corrupt it": the shipped routes with a step less. */
class EditedRoutesIT {
  private static final Path SHIPPED = Path.of(System.getProperty("lakeferry.home", "."), "routes");

  private static final Map<String, Submission> SUBMISSIONS = new HashMap<>();
  private static TestLake lake;

  @TempDir private Path routes;

  /** A first generation for each test, published by the routes as they are shipped. */
  @BeforeAll
  static void publishFirst() {
    lake = new TestLake();
    try (Scene scene = Scene.on(lake, Map.of())) {
      for (Method test : EditedRoutesIT.class.getDeclaredMethods()) {
        if (test.isAnnotationPresent(Test.class)) {
          Submission submission = Submission.fresh();
          SUBMISSIONS.put(test.getName(), submission);
          scene.prepare(
              submission.completed(), "part-0.parquet", "SELECT range AS id FROM range(1000)");
          completed(scene.run(submission.completed()));
        }
      }
    }
  }

  @AfterAll
  static void end() {
    lake.close();
  }

  /** What became of a newer generation, and of the table that was live before. */
  private record Ending(Attempt attempt, Scene.TableState before, Scene.TableState after) {}

  private Ending runOn(TestInfo test, String file, String shipped, String edited)
      throws IOException {
    try (var files = Files.list(SHIPPED)) {
      for (Path yaml : files.toList()) {
        Files.copy(yaml, routes.resolve(yaml.getFileName()));
      }
    }
    String text = Files.readString(routes.resolve(file));
    assertThat(text).contains(shipped);
    Files.writeString(routes.resolve(file), text.replace(shipped, edited));
    Submission submission = SUBMISSIONS.get(test.getTestMethod().orElseThrow().getName());
    String table = "stripe_prod_" + submission.completed().name();
    CompletedImport second = submission.newer("second").completed();
    try (Scene scene = Scene.on(lake, Map.of("LAKEFERRY_ROUTES_DIRECTORY", routes.toString()))) {
      scene.prepare(second, "part-0.parquet", "SELECT range AS id FROM range(2000)");
      Scene.TableState before = scene.table(table);
      Attempt attempt = scene.run(second);
      return new Ending(attempt, before, scene.table(table));
    }
  }

  private static String step(String... lines) {
    return String.join("\n", lines) + "\n";
  }

  private static void failedAndUntouched(Ending ending, String... words) {
    assertThat(failed(ending.attempt()).latestError()).contains(words);
    assertThat(ending.after()).isEqualTo(ending.before());
  }

  @Test
  void withoutConfirmation(TestInfo test) throws IOException {
    failedAndUntouched(
        runOn(
            test,
            "land.camel.yaml",
            step(
                "        - bean:",
                "            id: confirm-landing",
                "            ref: landing",
                "            method: confirm"),
            ""),
        "does not hold the plan's objects",
        "nothing was published");
  }

  @Test
  void withoutPlan(TestInfo test) throws IOException {
    failedAndUntouched(
        runOn(
            test,
            "register-imports.camel.yaml",
            step(
                "              - bean:",
                "                  id: plan-generation",
                "                  ref: preparedFolder",
                "                  method: plan"),
            ""),
        "has not a plan yet",
        "a plan step");
  }

  @Test
  void withoutLanding(TestInfo test) throws IOException {
    failedAndUntouched(
        runOn(
            test,
            "register-imports.camel.yaml",
            step(
                "              - to:",
                "                  id: land-generation",
                "                  uri: direct:land"),
            ""),
        "does not hold the plan's objects");
  }

  @Test
  void publishedTwice(TestInfo test) throws IOException {
    String publish =
        step(
            "              - to:",
            "                  id: publish-generation",
            "                  uri: direct:publish");
    try (LogLines log = new LogLines()) {
      Ending ending =
          runOn(
              test,
              "register-imports.camel.yaml",
              publish,
              publish + publish.replace("publish-generation", "publish-again"));

      completed(ending.attempt());
      assertThat(ending.after().rows()).startsWith("2000 rows");
      assertThat(ending.after().objects()).hasSize(1);
      log.await("is published and stays so");
      assertThat(log.with("see that it claims, starts and ends each run once")).isNotEmpty();
    }
  }
}
