package dev.lakeferry.route;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.completion.CompletedImport;
import dev.lakeferry.job.Attempt;
import dev.lakeferry.job.AttemptStatus;
import dev.lakeferry.testing.LogLines;
import dev.lakeferry.testing.Scene;
import dev.lakeferry.testing.Submission;
import dev.lakeferry.testing.TestLake;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Law "an edited route can stop work, never corrupt it": the shipped routes with a step less. */
class EditedRoutesIT {
  @TempDir private Path routes;

  /** What became of a newer generation, and of the table that was live before. */
  private record Ending(Attempt attempt, Scene.TableState before, Scene.TableState after) {}

  private Ending runOn(String file, String shipped, String edited) throws IOException {
    Path home = Path.of(System.getProperty("lakeferry.home", "."), "routes");
    try (var files = Files.list(home)) {
      for (Path yaml : files.toList()) {
        Files.copy(yaml, routes.resolve(yaml.getFileName()));
      }
    }
    Submission submission = Submission.fresh();
    CompletedImport first = submission.completed();
    CompletedImport second =
        submission
            .with("job_id", "second")
            .with("prepared_folder", "second")
            .with("finished_at", "2026-01-08T00:00:00Z")
            .completed();
    TestLake lake = new TestLake();
    Scene.TableState before;
    Map<String, String> directory = Map.of("LAKEFERRY_ROUTES_DIRECTORY", routes.toString());
    try (Scene scene = Scene.on(lake, directory)) {
      scene.prepare(first, "part-0.parquet", "SELECT range AS id FROM range(1000)");
      scene.prepare(second, "part-0.parquet", "SELECT range AS id FROM range(2000)");
      assertThat(scene.run(first).status()).isEqualTo(AttemptStatus.COMPLETED);
      before = scene.table("stripe_prod_" + first.name());
    }
    String text = Files.readString(routes.resolve(file));
    assertThat(text).contains(shipped);
    Files.writeString(routes.resolve(file), text.replace(shipped, edited));
    try (lake;
        Scene scene = Scene.on(lake, directory)) {
      Attempt attempt = scene.run(second);
      return new Ending(attempt, before, scene.table("stripe_prod_" + first.name()));
    }
  }

  private static String step(String... lines) {
    return String.join("\n", lines) + "\n";
  }

  private static void failedAndUntouched(Ending ending, String... words) {
    assertThat(ending.attempt().status()).isEqualTo(AttemptStatus.FAILED);
    assertThat(ending.attempt().latestError()).contains(words);
    assertThat(ending.after()).isEqualTo(ending.before());
  }

  @Test
  void withoutConfirmation() throws IOException {
    failedAndUntouched(
        runOn(
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
  void withoutPlan() throws IOException {
    failedAndUntouched(
        runOn(
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
  void withoutLanding() throws IOException {
    failedAndUntouched(
        runOn(
            "register-imports.camel.yaml",
            step(
                "              - to:",
                "                  id: land-generation",
                "                  uri: direct:land"),
            ""),
        "does not hold the plan's objects");
  }

  @Test
  void publishedTwice() throws IOException {
    String publish =
        step(
            "              - to:",
            "                  id: publish-generation",
            "                  uri: direct:publish");
    try (LogLines log = new LogLines()) {
      Ending ending =
          runOn(
              "register-imports.camel.yaml",
              publish,
              publish + publish.replace("publish-generation", "publish-again"));

      assertThat(ending.attempt().status()).isEqualTo(AttemptStatus.COMPLETED);
      assertThat(ending.after().rows()).startsWith("2000 rows");
      assertThat(ending.after().objects()).hasSize(1);
      log.await("is published and stays so");
      assertThat(log.with("see that it claims, starts and ends each run once")).isNotEmpty();
    }
  }
}
