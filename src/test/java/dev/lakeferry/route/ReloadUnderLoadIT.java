package dev.lakeferry.route;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.completion.CompletedImport;
import dev.lakeferry.ops.ReloadReport;
import dev.lakeferry.ops.ReloadReport.Outcome;
import dev.lakeferry.state.Rows;
import dev.lakeferry.testing.RoutesDirectory;
import dev.lakeferry.testing.Scene;
import dev.lakeferry.testing.Submission;
import dev.lakeferry.testing.TestLake;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No run is lost or done twice while every shipped file is edited over and over. */
class ReloadUnderLoadIT {
  private static final int ROUNDS = 10;

  @TempDir private Path temporary;

  @Test
  void everyRunIsCompletedOnceWhileEveryShippedFileIsEditedTenTimes() throws Exception {
    RoutesDirectory routes = RoutesDirectory.at(temporary.resolve("routes"));
    try (TestLake lake = new TestLake();
        Scene scene =
            Scene.on(
                lake,
                Map.of(
                    "LAKEFERRY_ROUTES_DIRECTORY",
                    routes.path().toString(),
                    "LAKEFERRY_ROUTES_RELOAD_PERIOD",
                    "50ms",
                    "LAKEFERRY_LEASES_CRON",
                    "* * * * * ?",
                    "LAKEFERRY_RETENTION_CRON",
                    "* * * * * ?"))) {
      AtomicBoolean edited = new AtomicBoolean();
      List<CompletedImport> submitted = new CopyOnWriteArrayList<>();
      Thread load =
          new Thread(
              () -> {
                while (!edited.get()) {
                  CompletedImport completion = Submission.fresh().completed();
                  scene.prepare(completion, "part-0.parquet", "SELECT range AS id FROM range(10)");
                  scene.service().submit(completion);
                  submitted.add(completion);
                  // Always some runs in every step, and no heap of them.
                  Awaitility.await()
                      .atMost(Duration.ofMinutes(2))
                      .until(() -> ended(scene) > 2L * submitted.size() - 20);
                }
              });
      load.start();
      int applied = 0;
      for (int round = 1; round <= ROUNDS; round++) {
        for (Path shipped : RoutesDirectory.shipped()) {
          ReloadReport report = edit(scene, routes, shipped.getFileName().toString(), round);
          assertThat(report.problems()).isEmpty();
          assertThat(report.outcome()).isEqualTo(Outcome.APPLIED);
          assertThat(report.changed()).isPositive();
          applied++;
        }
      }
      edited.set(true);
      load.join();

      assertThat(applied).isEqualTo(ROUNDS * RoutesDirectory.shipped().size());
      assertThat(submitted).hasSizeGreaterThan(ROUNDS);
      // Each import is a registration and, its flag being off, a copy that is skipped.
      Awaitility.await()
          .atMost(Duration.ofMinutes(2))
          .until(
              () -> count(scene, "SELECT count(*) FROM workflow_run WHERE state = 'done'"),
              ended -> ended == 2L * submitted.size());
      assertThat(count(scene, "SELECT count(*) FROM workflow_run"))
          .isEqualTo(2L * submitted.size());
      assertThat(count(scene, "SELECT count(*) FROM managed_warehouse_source_job"))
          .isEqualTo(2L * submitted.size());
      assertThat(
              count(
                  scene,
                  "SELECT count(*) FROM managed_warehouse_source_job WHERE status = 'completed' AND attempt = 1"))
          .isEqualTo(submitted.size());
      for (CompletedImport completion : submitted) {
        assertThat(scene.table("stripe_prod_" + completion.name()).rows()).startsWith("10 rows");
      }
    }
  }

  private static long ended(Scene scene) {
    return count(scene, "SELECT count(*) FROM workflow_run WHERE state = 'done'");
  }

  private static long count(Scene scene, String sql) {
    return Rows.column(scene.service().state(), Long.class, sql).get(0);
  }

  /** A harmless edit of every route, or of the configuration, that a file holds. */
  private static ReloadReport edit(Scene scene, RoutesDirectory routes, String name, int round) {
    ReloadReport before = scene.service().service().routes().lastReload();
    String text = routes.read(name).replaceAll("(?m)^    description: .*\\n", "");
    routes.write(
        name, text.replaceAll("(?m)^(    id: .*\\n)", "$1    description: edit " + round + "\n"));
    return Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> scene.service().service().routes().lastReload(), now -> now != before);
  }
}
