package dev.lakeferry.route;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.job.AttemptStatus;
import dev.lakeferry.ops.Commands;
import dev.lakeferry.ops.OperatorCommands;
import dev.lakeferry.ops.Workplace;
import dev.lakeferry.settings.Settings;
import dev.lakeferry.testing.ForeignDelta;
import dev.lakeferry.testing.TestLake;
import dev.lakeferry.testing.TestService;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** bin/lakeferry verify and submit --dry-run beside a running service. */
class VerifyCommandsIT {
  private static final String TABLE = "insights_data_imports_team_1.stripe_prod_invoices";

  @TempDir static Path checks;
  private static TestLake lake;
  private static TestService service;

  @BeforeAll
  static void begin() throws IOException {
    Files.writeString(
        checks.resolve("data_imports.yaml"),
        """
        models:
          invoices:
            keys: [id]
            queries:
              - name: few
                sql: SELECT count(*) FROM {ducklake_table}
                expected: 5
                severity: warn
        """);
    lake = new TestLake();
    service = new TestService(lake, Map.of("LAKEFERRY_VERIFICATION_DIRECTORY", checks.toString()));
    lake.prepare(
        "invoices__query_1764480000_0a1b2c3d",
        "a.parquet",
        "SELECT range AS id, 'x' AS note FROM range(10)");
    service.submit(lake.completion("job-1", "invoices__query_1764480000_0a1b2c3d"));
    assertThat(
            service
                .ended("ducklake-register-data-imports-1-" + TestLake.SCHEMA_ID + "-job-1")
                .status())
        .isEqualTo(AttemptStatus.COMPLETED);
  }

  @AfterAll
  static void end() {
    service.close();
    lake.close();
  }

  private record Answer(int exitCode, String out, String err) {}

  private static Answer run(String... arguments) {
    return run(Map.of(), arguments);
  }

  private static Answer run(Map<String, String> more, String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    Map<String, String> environment = service.environment();
    environment.put("LAKEFERRY_VERIFICATION_DIRECTORY", checks.toString());
    environment.putAll(more);
    int exitCode =
        new Commands(
                OperatorCommands.of(
                    new Workplace(() -> Settings.read(environment, null)), DryRun::new))
            .writingTo(new PrintWriter(out), new PrintWriter(err))
            .execute(arguments);
    return new Answer(exitCode, out.toString(), err.toString());
  }

  private static Answer dryRun(String job, String folder) {
    return run(
        "submit",
        "import",
        "--dry-run",
        "--team",
        "1",
        "--organization",
        TestLake.ORGANIZATION,
        "--source-type",
        "Stripe",
        "--prefix",
        "prod",
        "--schema-id",
        TestLake.SCHEMA_ID,
        "--name",
        "invoices",
        "--job",
        job,
        "--prepared-folder",
        folder);
  }

  @Test
  void aLiveTableIsVerifiedAgainstWhatWasPublished() {
    Answer answer = run("verify", TABLE);

    assertThat(answer.err()).isEmpty();
    assertThat(answer.exitCode()).isZero();
    assertThat(answer.out())
        .contains("published by ducklake-register-data-imports-1-")
        .containsPattern("row_count +passed +10 +10")
        .containsPattern("schema +passed")
        .containsPattern("file_count +passed +1 +1")
        .containsPattern("key_cardinality +passed")
        .containsPattern("decode_probe +passed")
        .containsPattern("few +warned +10 +5");
  }

  @Test
  void whatSomeoneElseChangedIsFound() {
    lake.prepare("other__query_1764480000_0a1b2c3d", "a.parquet", "SELECT 1 AS id");
    lake.ask(
        "CREATE TABLE ducklake.insights_data_imports_team_1.strange AS SELECT 1 AS id",
        row -> null);

    assertThat(run("verify", "insights_data_imports_team_1.strange").out())
        .contains("which no run of this service published")
        .containsPattern("schema +passed +not run: no run of this service published the table");
    assertThat(run("verify", "insights_data_imports_team_1.absent"))
        .satisfies(
            answer -> {
              assertThat(answer.exitCode()).isEqualTo(1);
              assertThat(answer.err()).contains("There is no table");
            });
    assertThat(run("verify", "nonsense").exitCode()).isEqualTo(2);
  }

  @Test
  void columnsThatExpiredWithTheirSnapshotAreToldNotToBeCompared() {
    lake.ask(
        "CREATE TABLE ducklake.insights_data_imports_team_1.later AS SELECT 1 AS id", row -> null);
    lake.ask("CALL ducklake_expire_snapshots('ducklake', older_than => now())", row -> null);

    Answer answer = run("verify", TABLE);

    assertThat(answer.exitCode()).isZero();
    assertThat(answer.out())
        .containsPattern("schema +passed +not run: snapshot \\d+, with which .* has expired")
        .containsPattern("row_count +passed +10 +10");

    // The others' snapshot is there again.
    service.submit(lake.completion("job-later", "invoices__query_1764480000_0a1b2c3d"));
    assertThat(
            service
                .ended("ducklake-register-data-imports-1-" + TestLake.SCHEMA_ID + "-job-later")
                .status())
        .isEqualTo(AttemptStatus.COMPLETED);
  }

  @Test
  void theAnswerForScriptsSaysWhetherAllPassed() {
    Answer answer = run("verify", "--json", TABLE);

    assertThat(answer.out())
        .contains("\"passed\" : true", "\"check\" : \"row_count\"", "\"severity\" : \"warn\"");
  }

  @Test
  void aDryRunTellsWhatWouldChangeAndLeavesNothing() {
    lake.prepare("invoices__query_2", "a.parquet", "SELECT range AS id, 1 AS more FROM range(7)");
    var objects = lake.landedObjects();
    long snapshot = lake.catalog().newestSnapshot();

    Answer answer = dryRun("job-2", "invoices__query_2");

    assertThat(answer.exitCode()).isEqualTo(1);
    assertThat(answer.out())
        .contains(
            "Dry run of " + TABLE + " by ducklake-register.data-imports; nothing was changed.")
        .contains("Rows     10 now, 7 then")
        .contains("Files    1 registered, 0 rewritten")
        .contains("added: more INTEGER; gone: note")
        .contains("It would not be published.");
    assertThat(answer.err()).contains("1 of 1 would not be published");
    assertThat(lake.landedObjects()).isEqualTo(objects);
    assertThat(lake.catalog().newestSnapshot()).isGreaterThanOrEqualTo(snapshot);
    assertThat(lake.number("SELECT count(*) FROM ducklake." + TABLE)).isEqualTo(10);
  }

  @Test
  void aDryRunOfAGoodGenerationEndsWellAndSubmitsNothing() {
    lake.prepare(
        "invoices__query_3", "a.parquet", "SELECT range AS id, 'y' AS note FROM range(12)");

    Answer answer = dryRun("job-3", "invoices__query_3");

    assertThat(answer.exitCode()).isZero();
    assertThat(answer.out()).contains("Columns  the same").contains("It would be published.");
    assertThat(submitted("completed_import", "job-3")).isZero();
  }

  @Test
  void aDryRunOfAnImportWithoutAPreparedFolderCopiesItsDeltaTable() {
    delta(TestLake.folderPath() + "/invoices", 12);
    var objects = lake.landedObjects();

    Answer answer =
        run(
            "submit",
            "import",
            "--dry-run",
            "--team=1",
            "--organization=" + TestLake.ORGANIZATION,
            "--source-type=Stripe",
            "--prefix=prod",
            "--schema-id=" + TestLake.SCHEMA_ID,
            "--name=invoices",
            "--job=job-4");

    assertThat(answer.out())
        .contains("Dry run of " + TABLE + " by ducklake-copy.data-imports; nothing was changed.")
        .contains("Rows     10 now, 12 then")
        .contains("It would be published.");
    assertThat(answer.exitCode()).isZero();
    assertThat(lake.landedObjects()).isEqualTo(objects);
    assertThat(submitted("completed_import", "job-4")).isZero();
  }

  @ParameterizedTest
  @CsvSource({"auto, 1 registered, 0", "rewrite, 0 registered, 1"})
  void aDryRunOfAModelTellsWhatWouldChangeAndLeavesNothing(
      String fill, String registered, int rewritten) {
    delta("models/revenue", 30);
    var objects = lake.landedObjects();

    Answer answer = run(Map.of("LAKEFERRY_COPY_FILL", fill), model("job-5", "--expected-rows=30"));

    assertThat(answer.err()).isEmpty();
    assertThat(answer.out())
        .contains(
            "Dry run of insights_data_modeling_team_1.revenue by ducklake-copy.data-modeling;"
                + " nothing was changed.")
        .contains("Rows     30 in a new table")
        .contains("Files    %s, %d rewritten".formatted(registered, rewritten))
        .containsPattern("row_count +passed +30 +30")
        .contains("It would be published.");
    assertThat(answer.exitCode()).isZero();
    assertThat(lake.landedObjects()).isEqualTo(objects);
    assertThat(submitted("completed_materialization", "job-5")).isZero();
    assertThat(
            lake.number(
                "SELECT count(*) FROM duckdb_schemas() WHERE schema_name LIKE '%\\_modeling\\_%'"
                    + " ESCAPE '\\'"))
        .isZero();
  }

  @Test
  void aDryRunTellsOfEachCompletionOfAFileThatWouldFail() throws IOException {
    delta("models/revenue", 30);
    Path file = checks.resolve("models.jsonl");
    String line =
        """
        {"team_id": 1, "saved_query_id": "q", "model_label": "revenue", "job_id": "%s",
         "table_uri": "%smodels/revenue", "expected_rows": %d}
        """
            .replace("\n", "")
            .concat("\n");
    Files.writeString(
        file,
        line.formatted("job-6", lake.sourceSettings().url(), 31)
            + line.formatted("job-7", lake.sourceSettings().url(), 30));

    Answer answer = run("submit", "materialization", "--file", file.toString(), "--dry-run");

    assertThat(answer.out())
        .contains("Dry run of job job-6 by ducklake-copy.data-modeling; nothing was changed.")
        .contains("It would fail: The completion expects 31 rows")
        .contains("It would be published.");
    assertThat(answer.err()).contains("1 of 2 would not be published");
    assertThat(answer.exitCode()).isEqualTo(1);
  }

  private static String[] model(String job, String more) {
    return new String[] {
      "submit",
      "materialization",
      "--dry-run",
      "--team=1",
      "--saved-query=q",
      "--label=revenue",
      "--job=" + job,
      "--table-uri=" + lake.sourceSettings().url() + "models/revenue",
      more
    };
  }

  private static void delta(String folder, int rows) {
    ForeignDelta.write(
        lake,
        """
        t = pa.table({'id': pa.array(range(%1$d)), 'note': pa.array(['x'] * %1$d)})
        write_deltalake(base + '%2$s', t, mode='overwrite', storage_options=so)
        """
            .formatted(rows, folder));
  }

  private static long submitted(String inbox, String job) {
    return service
        .state()
        .jdbi()
        .withHandle(
            handle ->
                handle
                    .createQuery("SELECT count(*) FROM %s WHERE job_id = :job".formatted(inbox))
                    .bind("job", job)
                    .mapTo(Long.class)
                    .one());
  }
}
