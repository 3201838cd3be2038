package dev.lakeferry.route;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.completion.CompletedModel;
import dev.lakeferry.completion.CompletionStore;
import dev.lakeferry.job.Attempt;
import dev.lakeferry.job.AttemptStatus;
import dev.lakeferry.testing.ForeignDelta;
import dev.lakeferry.testing.TestLake;
import dev.lakeferry.testing.TestService;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The two copy workflows, from an inbox row to a swapped table, on the shipped routes. */
class CopyIT {
  private static TestLake lake;
  private static TestService service;

  @BeforeAll
  static void begin() {
    lake = new TestLake();
    lake.objects().createBucket(elsewhere());
    service =
        new TestService(
            lake,
            Map.of(
                "LAKEFERRY_COPY_REBUILD_POLL",
                "300ms",
                "LAKEFERRY_MODELS_LOCATIONS",
                "s3://" + elsewhere() + "/models/"));
    service.flagsReadOf(
        "ducklake-data-imports-copy-workflow", "ducklake-data-modeling-copy-workflow");
    ForeignDelta.write(
        lake,
        """
        t = pa.table({'id': pa.array(range(400)), 'p': pa.array([i %% 4 for i in range(400)])})
        write_deltalake(base + '%s/invoices', t, partition_by=['p'], storage_options=so)
        write_deltalake(base + 'models/revenue', t, storage_options=so)
        write_deltalake(base + 'models/late', t, storage_options=so)
        """
            .formatted(TestLake.folderPath()));
  }

  private static String elsewhere() {
    return "models-of-" + lake.lakeSettings().bucket();
  }

  @AfterAll
  static void end() {
    service.close();
    lake.close();
  }

  private static CompletedModel model(String query, String label, String name, String folder) {
    return new CompletedModel(
        0,
        1,
        "0190a000-0000-7000-8000-00000000aa01",
        TestLake.ORGANIZATION,
        null,
        query,
        name,
        label,
        "job-m",
        folder,
        null,
        Instant.now(),
        null);
  }

  private static Attempt ended(CompletedModel model) {
    new CompletionStore(service.state().jdbi()).insert(model);
    return service.ended("ducklake-copy-data-modeling-1-" + model.savedQueryId() + "-job-m");
  }

  @Test
  void anImportsDeltaTableIsCopied() {
    service.submit(lake.completion("job-c", "invoices__query_1764480000_0a1b2c3d"));

    Attempt attempt =
        service.ended("ducklake-copy-data-imports-1-" + TestLake.SCHEMA_ID + "-job-c");

    assertThat(attempt.latestError()).isNull();
    assertThat(attempt.status()).isEqualTo(AttemptStatus.COMPLETED);
    assertThat(
            lake.number(
                "SELECT count(*) FROM ducklake.insights_data_imports_team_1.stripe_prod_invoices WHERE p = 3"))
        .isEqualTo(100);
    assertThat(lake.landedObjects().keySet())
        .anyMatch(
            key ->
                key.contains(
                    "/stripe_prod_invoices/_copies/" + TestLake.SCHEMA_ID + "/job-c/p=0/"));
  }

  @Test
  void aModelIsNamedByItsLabelOrItsQuery() {
    service.submit(lake.completion("job-warm", "none"));
    assertThat(
            ended(
                    model(
                        "q-select",
                        "select",
                        "ignored",
                        lake.sourceSettings().url() + "models/revenue"))
                .latestError())
        .isNull();
    assertThat(
            ended(
                    model(
                        "q-named",
                        null,
                        "My Saved Query",
                        lake.sourceSettings().url() + "models/revenue"))
                .latestError())
        .isNull();

    assertThat(
            lake.number("SELECT count(*) FROM ducklake.insights_data_modeling_team_1.\"select\""))
        .isEqualTo(400);
    assertThat(
            lake.number(
                "SELECT count(*) FROM ducklake.insights_data_modeling_team_1.my_saved_query"))
        .isEqualTo(400);
  }

  @Test
  void oneModelThatFailsDoesNotStopTheOthersOfItsJob() {
    service.submit(lake.completion("job-warm", "none"));
    String revenue = lake.sourceSettings().url() + "models/revenue";
    CompletionStore inbox = new CompletionStore(service.state().jdbi());
    for (String query : List.of("q-one", "q-bad", "q-two")) {
      CompletedModel model = model(query, query, null, revenue);
      inbox.insert(
          new CompletedModel(
              0,
              model.teamId(),
              model.teamUuid(),
              model.organizationId(),
              null,
              query,
              null,
              query,
              model.jobId(),
              revenue,
              0L,
              model.finishedAt(),
              query.equals("q-bad") ? 401L : 400L));
    }
    String run = "ducklake-copy-data-modeling-1-%s-job-m";

    Attempt bad = service.ended(run.formatted("q-bad"));

    assertThat(bad.status()).isEqualTo(AttemptStatus.FAILED);
    assertThat(bad.latestError()).contains("expects 401 rows");
    for (String query : List.of("q-one", "q-two")) {
      assertThat(service.ended(run.formatted(query)).status()).isEqualTo(AttemptStatus.COMPLETED);
    }
    assertThat(
            lake.ask(
                "SELECT table_name FROM duckdb_tables() WHERE schema_name LIKE '%modeling%' AND"
                    + " table_name LIKE 'q\\_%' ESCAPE '\\' ORDER BY 1",
                row -> row.getString(1)))
        .containsExactly("q_one", "q_two");
  }

  @Test
  void aModelElsewhereIsRefused() {
    service.submit(lake.completion("job-warm", "none"));

    Attempt attempt = ended(model("q-elsewhere", "other", null, "s3://someone/elses/table"));

    assertThat(attempt.status()).isEqualTo(AttemptStatus.FAILED);
    assertThat(attempt.latestError()).contains("lakeferry.models.locations");
  }

  @Test
  void aModelMayLieInAnotherBucketThatTheSettingsName() {
    service.submit(lake.completion("job-warm", "none"));
    String uri = "s3://" + elsewhere() + "/models/churn";
    ForeignDelta.write(
        lake,
        "write_deltalake('%s', pa.table({'id': pa.array(range(8))}), storage_options=so)"
            .formatted(uri));

    assertThat(ended(model("q-churn", "churn", null, uri)).latestError()).isNull();
    assertThat(lake.number("SELECT count(*) FROM ducklake.insights_data_modeling_team_1.churn"))
        .isEqualTo(8);
  }

  @Test
  void aTableThatIsBeingRebuiltIsWaitedFor() {
    service.submit(lake.completion("job-warm", "none"));
    CompletedModel late =
        model("q-rebuilt", "rebuilt", null, lake.sourceSettings().url() + "models/rebuilt");
    new CompletionStore(service.state().jdbi()).insert(late);
    String run = "ducklake-copy-data-modeling-1-q-rebuilt-job-m";
    service.stageOf(run, "waiting");

    ForeignDelta.write(
        lake,
        "write_deltalake(base + 'models/rebuilt', pa.table({'id': pa.array([1, 2])}),"
            + " storage_options=so)");

    assertThat(service.ended(run).latestError()).isNull();
    assertThat(lake.number("SELECT count(*) FROM ducklake.insights_data_modeling_team_1.rebuilt"))
        .isEqualTo(2);
  }
}
