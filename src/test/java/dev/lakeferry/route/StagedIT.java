package dev.lakeferry.route;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.completion.CompletedImport;
import dev.lakeferry.job.Attempt;
import dev.lakeferry.job.AttemptStatus;
import dev.lakeferry.job.AttemptStore;
import dev.lakeferry.job.StaleReason;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.state.Rows;
import dev.lakeferry.testing.LogLines;
import dev.lakeferry.testing.Scene;
import dev.lakeferry.testing.Submission;
import dev.lakeferry.upkeep.LeftoverSweep;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Large imports on the shipped routes: chosen by their size, and gone on with after a death. */
class StagedIT {
  private static final String SCHEMA = "insights_data_imports_team_1";

  private static Scene scene;

  @BeforeAll
  static void begin() {
    scene =
        new Scene(
            Map.of(
                "LAKEFERRY_PUBLISH_MODE", "auto",
                "LAKEFERRY_PUBLISH_STAGED_ABOVE", "4",
                "LAKEFERRY_PUBLISH_STAGED_CHUNK", "2",
                "LAKEFERRY_REGISTRATIONS_ATTEMPTS", "3",
                "LAKEFERRY_RETRY_BASE", "100ms",
                "LAKEFERRY_LEASES_CRON", "* * * * * ?"));
  }

  @AfterAll
  static void end() {
    scene.close();
  }

  /** A small generation that is live, and a large one of six files that is to follow. */
  private record Story(Submission submission, CompletedImport small, CompletedImport large) {
    static Story begin() {
      Submission submission = Submission.fresh();
      CompletedImport small = submission.completed();
      scene.prepare(small, "part-0.parquet", "SELECT range AS id FROM range(7)");
      Attempt first = scene.run(small);
      assertThat(first.status()).isEqualTo(AttemptStatus.COMPLETED);
      CompletedImport large =
          submission
              .with("job_id", small.jobId() + "-large")
              .with("prepared_folder", "large__query_1764490000")
              .with("finished_at", "2026-01-08T00:00:00Z")
              .completed();
      for (int i = 0; i < 6; i++) {
        scene.prepare(
            large,
            "part-%d.parquet".formatted(i),
            "SELECT range AS id FROM range(%d, %d)".formatted(10 * i, 10 * i + 10));
      }
      return new Story(submission, small, large);
    }

    String table() {
      return "stripe_prod_" + small.name();
    }

    Scene.TableState live() {
      return scene.table(table());
    }
  }

  private static String recorded(Attempt attempt, String column) {
    return Rows.value(
        scene.service().state(),
        String.class,
        "SELECT %s FROM managed_warehouse_source_job WHERE id = ?".formatted(column),
        attempt.id());
  }

  private static List<Attempt> attempts(String run) {
    return new AttemptStore(scene.service().state().jdbi()).of(run);
  }

  /** Makes the catalog refuse the row of a file whose path holds some text, once. */
  private static void refuseOnce(String text) {
    catalog(
        """
        CREATE SEQUENCE IF NOT EXISTS ducklake_meta.refused;
        ALTER SEQUENCE ducklake_meta.refused RESTART;
        CREATE OR REPLACE FUNCTION ducklake_meta.refuse() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          IF nextval('ducklake_meta.refused') = 1 THEN
            RAISE EXCEPTION 'told by the test';
          END IF;
          RETURN NEW;
        END $$;
        CREATE OR REPLACE TRIGGER refuse
          BEFORE INSERT ON ducklake_meta.ducklake_data_file
          FOR EACH ROW WHEN (NEW.path LIKE '%s')
          EXECUTE FUNCTION ducklake_meta.refuse();
        """
            .formatted("%" + text + "%"));
  }

  private static void catalog(String sql) {
    var database = scene.lake().catalogSettings();
    try (Connection connection =
            DriverManager.getConnection(
                "jdbc:postgresql://%s:%d/%s"
                    .formatted(database.host(), database.port(), database.database()),
                database.username(),
                database.password().reveal());
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aSizeDecidesAndIsToldAndTheModesAlternate() {
    Story story = Story.begin();
    try (LogLines log = new LogLines()) {
      Attempt large = scene.run(story.large());

      assertThat(large.status()).isEqualTo(AttemptStatus.COMPLETED);
      assertThat(recorded(large, "publish_mode")).isEqualTo("staged");
      assertThat(
              log.with("staged: 6 files × 1 columns is above lakeferry.publish.staged-above (4)"))
          .isNotEmpty();
    }
    assertThat(story.live().rows()).startsWith("60 rows");
    assertThat(story.live().objects().keySet())
        .hasSize(6)
        .allMatch(key -> key.matches(".*/p000[0-2]/part-[0-5]\\.parquet"));

    CompletedImport third =
        story
            .submission()
            .with("job_id", story.small().jobId() + "-third")
            .with("prepared_folder", "third__query_1764499999")
            .with("finished_at", "2026-01-09T00:00:00Z")
            .completed();
    scene.prepare(third, "part-0.parquet", "SELECT range AS id FROM range(80)");
    Attempt swapped = scene.run(third);
    assertThat(recorded(swapped, "publish_mode")).isEqualTo("swap");
    assertThat(story.live().rows()).startsWith("80 rows");
  }

  @Test
  void unknownOutcomesAreLookedUpTheNextAttemptGoesOnWithTheShadowAndNoFileIsRegisteredTwice() {
    Story story = Story.begin();
    Scene.TableState live = story.live();
    refuseOnce(story.large().jobId() + "/p0001/");

    String run = scene.runOf(scene.service().submit(story.large()));
    Awaitility.await()
        .atMost(Duration.ofSeconds(90))
        .until(
            () ->
                attempts(run).stream()
                    .anyMatch(attempt -> attempt.status() == AttemptStatus.COMPLETED));

    List<Attempt> attempts = attempts(run);
    assertThat(attempts).hasSize(2);
    Attempt died = attempts.get(0);
    Attempt second = attempts.get(1);
    assertThat(died.staleReason()).isEqualTo(StaleReason.LEASE_LOST);
    assertThat(second.shadowTable()).isNotNull().isEqualTo(died.shadowTable());
    assertThat(second.landingPrefix()).isEqualTo(died.landingPrefix());
    assertThat(story.live().rows()).startsWith("60 rows").isNotEqualTo(live.rows());
    assertThat(
            scene
                .lake()
                .ask(
                    "SELECT count(*) FROM __ducklake_metadata_ducklake.ducklake_meta.ducklake_data_file WHERE contains(path, '%s') GROUP BY path"
                        .formatted(second.landingPrefix()),
                    row -> row.getLong(1)))
        .containsOnly(1L)
        .hasSize(6);
  }

  @Test
  void aShadowOfARunThatFailedIsLeftAndThenDroppedByTheSweepAndItsObjectsStay() {
    Story story = Story.begin();
    Scene.TableState live = story.live();
    for (int i = 0; i < 6; i++) {
      scene.prepare(story.large(), "part-%d.parquet".formatted(i), "SELECT 'x' AS other");
    }
    Attempt failed = scene.run(story.large());

    assertThat(failed.failureKind()).isEqualTo("final");
    assertThat(failed.latestError()).contains("Verification of");
    assertThat(recorded(failed, "publish_mode")).isEqualTo("staged");
    assertThat(story.live()).isEqualTo(live);
    TableName shadow = new TableName(SCHEMA, failed.shadowTable());
    assertThat(scene.lake().catalog().tableId(shadow)).isPresent();

    LeftoverSweep sweep = scene.leftovers();
    LeftoverSweep.Swept looked = sweep.sweep(new LeftoverSweep.Limits(Duration.ZERO, 1000, false));
    assertThat(looked.shadows()).contains(shadow);
    assertThat(scene.lake().catalog().tableId(shadow)).isPresent();

    Awaitility.await()
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(
            () -> {
              sweep.sweep(new LeftoverSweep.Limits(Duration.ZERO, 1000, true));
              assertThat(scene.lake().catalog().tableId(shadow)).isEmpty();
            });
    assertThat(scene.lake().landedObjects().keySet())
        .filteredOn(key -> key.startsWith(failed.landingPrefix()))
        .hasSize(6);
    assertThat(story.live()).isEqualTo(live);

    Attempt again = scene.retry(failed, true);
    assertThat(again.status()).isEqualTo(AttemptStatus.COMPLETED);
    assertThat(again.landingPrefix()).isNotEqualTo(failed.landingPrefix());
    assertThat(again.shadowTable()).isNotEqualTo(failed.shadowTable());
  }
}
