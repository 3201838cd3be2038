package dev.lakeferry.route;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.completion.CompletedImport;
import dev.lakeferry.job.Attempt;
import dev.lakeferry.job.AttemptStatus;
import dev.lakeferry.testing.Scene;
import dev.lakeferry.testing.Submission;
import dev.lakeferry.testing.TestLake;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Prepared folders whose objects are not what they should be: told by name, nothing changed. */
class BadObjectsIT {
  private static final String GOOD = "SELECT range AS id, 'x' || range AS name FROM range(5000)";

  private static Scene scene;
  private static Submission submission;
  private static Scene.TableState live;
  private static String table;

  @BeforeAll
  static void begin() {
    scene = new Scene(Map.of());
    submission = Submission.fresh();
    CompletedImport first = submission.completed();
    scene.prepare(first, "part-0.parquet", GOOD);
    assertThat(scene.run(first).status()).isEqualTo(AttemptStatus.COMPLETED);
    table = "stripe_prod_" + first.name();
    live = scene.table(table);
  }

  @AfterAll
  static void end() {
    scene.close();
  }

  private static CompletedImport next(String folder) {
    return submission
        .with("job_id", folder)
        .with("prepared_folder", folder)
        .with("finished_at", "2026-01-08T00:00:00Z")
        .completed();
  }

  private static void refused(CompletedImport completion, String... words) {
    Map<String, String> objects = scene.lake().landedObjects();

    Attempt attempt = scene.run(completion);

    assertThat(attempt.status()).isEqualTo(AttemptStatus.FAILED);
    assertThat(attempt.failureKind()).isEqualTo("final");
    assertThat(attempt.latestError()).contains(completion.preparedFolder()).contains(words);
    assertThat(scene.table(table)).isEqualTo(live);
    assertThat(scene.lake().landedObjects()).isEqualTo(objects);
  }

  private static void badBesideGood(String folder, byte[] content) {
    CompletedImport completion = next(folder);
    scene.prepare(completion, "part-0.parquet", GOOD);
    scene.lake().put(scene.sourceKey(completion, "part-1.parquet"), content);

    refused(completion, "part-1.parquet");
  }

  @Test
  void anObjectThatIsNotParquet() {
    badBesideGood("text", "id,name\n1,x\n".repeat(100).getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void anEmptyObject() {
    badBesideGood("empty", new byte[0]);
  }

  @Test
  void anObjectThatIsCutShort() {
    byte[] whole = TestLake.parquet(GOOD);
    badBesideGood("cut", Arrays.copyOf(whole, whole.length / 2));
  }

  @Test
  void anObjectWhoseDataIsBrokenThoughItsFooterIsWhole() {
    byte[] broken = TestLake.parquet(GOOD);
    Arrays.fill(broken, 4, 2000, (byte) 0x5a);
    CompletedImport completion = next("broken");
    scene.prepare(completion, "part-0.parquet", GOOD);
    scene.lake().put(scene.sourceKey(completion, "part-1.parquet"), broken);

    Attempt attempt = scene.run(completion);

    assertThat(attempt.status()).isEqualTo(AttemptStatus.FAILED);
    assertThat(attempt.failureKind()).isEqualTo("final");
    assertThat(attempt.latestError()).contains("part-1.parquet");
    assertThat(scene.table(table)).isEqualTo(live);
  }

  @Test
  void aFolderThatIsNotThere() {
    refused(next("missing"), "No prepared Parquet file");
  }

  @Test
  void filesWithoutRowsOnlyMakeAnEmptyTableOfTheirColumns() {
    CompletedImport completion = Submission.fresh().completed();
    scene.prepare(completion, "part-0.parquet", GOOD + " LIMIT 0");
    scene.prepare(completion, "part-1.parquet", GOOD + " LIMIT 0");

    Attempt attempt = scene.run(completion);

    assertThat(attempt.latestError()).isNull();
    assertThat(attempt.status()).isEqualTo(AttemptStatus.COMPLETED);
    assertThat(
            scene
                .lake()
                .ask(
                    "SELECT column_name FROM (DESCRIBE ducklake.insights_data_imports_team_1.stripe_prod_%s)"
                        .formatted(completion.name()),
                    row -> row.getString(1)))
        .containsExactly("id", "name");
    assertThat(scene.table("stripe_prod_" + completion.name()).objects()).isEmpty();
  }
}
