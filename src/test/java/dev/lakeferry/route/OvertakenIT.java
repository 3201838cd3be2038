package dev.lakeferry.route;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.completion.CompletedImport;
import dev.lakeferry.job.Attempt;
import dev.lakeferry.job.AttemptStatus;
import dev.lakeferry.state.Rows;
import dev.lakeferry.testing.Scene;
import dev.lakeferry.testing.Submission;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A run whose COMMIT others' came before: the next attempt goes by small steps. */
class OvertakenIT {
  private static Scene scene;

  @BeforeAll
  static void begin() {
    scene = new Scene(Map.of());
  }

  @AfterAll
  static void end() {
    scene.close();
  }

  @Test
  void aWideImportGoesOnStagedAndTheAttemptSaysWhy() {
    CompletedImport wide = Submission.fresh().completed();
    Attempt overtaken = scene.run(wide);
    assertThat(overtaken.status()).isEqualTo(AttemptStatus.FAILED);
    scene
        .service()
        .state()
        .jdbi()
        .useHandle(
            handle ->
                handle.execute(
                    "UPDATE managed_warehouse_source_job SET commit_sent = true WHERE id = ?",
                    overtaken.id()));
    String columns =
        IntStream.range(0, 701).mapToObj(i -> "1 AS c" + i).collect(Collectors.joining(", "));
    for (int i = 0; i < 3; i++) {
      scene.prepare(wide, i + ".parquet", "SELECT " + columns);
    }

    Attempt next = scene.retry(overtaken, false);

    assertThat(next.status()).as(next.latestError()).isEqualTo(AttemptStatus.COMPLETED);
    assertThat(
            Rows.value(
                scene.service().state(),
                String.class,
                "SELECT publish_mode || ': ' || publish_reason FROM managed_warehouse_source_job WHERE id = ?",
                next.id()))
        .startsWith("staged: in small steps, since others' commits");
  }
}
