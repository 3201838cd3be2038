package dev.lakeferry.ops;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.lakeferry.completion.ShippedIntake;
import dev.lakeferry.job.Organizations;
import dev.lakeferry.naming.NamingVersion;
import dev.lakeferry.ops.Operator.Answer;
import dev.lakeferry.state.StateDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateCommandsIT {
  private static final String SCHEMA_ID = "0190a000-0000-7000-8000-0000000000a1";
  private static final String RUN = "ducklake-register-data-imports-1-" + SCHEMA_ID + "-job-1";

  @TempDir Path directory;
  private Operator operator;
  private StateDatabase state;

  @BeforeEach
  void open() {
    operator = Operator.withState();
    state = operator.openState();
  }

  @AfterEach
  void close() {
    state.close();
  }

  private Answer submitOne(String... more) {
    String[] needed = {
      "submit",
      "import",
      "--team=1",
      "--source-type=Stripe",
      "--name=invoices",
      "--schema-id=" + SCHEMA_ID,
      "--job=job-1",
      "--prepared-folder=invoices__query_1764480000_0a1b2c3d"
    };
    String[] all = java.util.Arrays.copyOf(needed, needed.length + more.length);
    System.arraycopy(more, 0, all, needed.length, more.length);
    return operator.run(all);
  }

  private String file(String text) throws Exception {
    return Files.writeString(directory.resolve("lines"), text).toString();
  }

  private long count(String what) {
    return state
        .jdbi()
        .withHandle(h -> h.createQuery("SELECT count(*) FROM " + what).mapTo(Long.class).one());
  }

  private void change(String sql) {
    state.jdbi().useHandle(h -> h.execute(sql));
  }

  @Test
  void anImportIsSubmittedByOptionsAndBecomesItsRun() {
    Answer answer = submitOne("--expected-rows=5", "--source-name=Our shop");
    assertThat(answer.err()).isEmpty();
    assertThat(answer.exitCode()).isZero();
    assertThat(answer.out()).contains("Inbox id 1", "within 2s", "bin/lakeferry runs --team 1");
    assertThat(operator.run("runs", "--team=1").out())
        .contains("no such attempt", "1 in the inbox, 0 due");
    assertThat(new ShippedIntake(state.jdbi()).take()).containsExactly(1L);
    assertThat(operator.run("runs", "show", RUN).out())
        .containsPattern("State +due, not before 20")
        .contains("job job-1, inbox id 1");
    assertThat(
            count(
                "completed_import WHERE folder_path = 'team_1_stripe_%s'"
                        .formatted(SCHEMA_ID.replace('-', '_'))
                    + " AND source_name = 'Our shop'"))
        .isEqualTo(1);
  }

  @Test
  void aCopyOfAnImportIsSubmittedWithItsDeltaTable() {
    assertThat(submitOne("--delta-folder=invoices_v2", "--delta-version=7"))
        .returns(0, Answer::exitCode);
    assertThat(count("completed_import WHERE delta_folder = 'invoices_v2' AND delta_version = 7"))
        .isEqualTo(1);
  }

  @Test
  void aModelIsSubmittedByOptionsAndBecomesItsRun() {
    Answer answer =
        operator.run(
            "submit",
            "materialization",
            "--team=1",
            "--saved-query=query-1",
            "--label=monthly_revenue",
            "--job=job-1",
            "--table-uri=s3://ops-source/warehouse/models/revenue",
            "--delta-version=3",
            "--expected-rows=24");
    assertThat(answer.err()).isEmpty();
    assertThat(answer.out()).contains("Inbox id 1", "within 2s", "bin/lakeferry runs --team 1");
    assertThat(operator.run("runs", "--team=1").out()).contains("1 in the inbox, 0 due");
    assertThat(new ShippedIntake(state.jdbi()).takeModels()).containsExactly(1L);
    assertThat(operator.run("runs", "show", "ducklake-copy-data-modeling-1-query-1-job-1").out())
        .contains("ducklake-copy.data-modeling", "Of         query-1, job job-1, inbox id 1");
    assertThat(
            count(
                "completed_materialization WHERE model_label = 'monthly_revenue'"
                    + " AND delta_version = 3 AND expected_rows = 24"))
        .isEqualTo(1);
  }

  @Test
  void aFileOfModelsIsTakenWholeOrNotAtAll() throws Exception {
    String line =
        "{\"team_id\": 1, \"saved_query_id\": \"q%s\", \"job_id\": \"j\", \"table_uri\": \"s3://b/t\"}\n";
    Answer bad =
        operator.run(
            "submit",
            "materialization",
            "--file",
            file(
                line.formatted("1")
                    + "{\"team_id\": 1, \"saved_query\": \"q\", \"job_id\": \"j\"}\n"));
    assertThat(bad.exitCode()).isEqualTo(1);
    assertThat(bad.err()).contains("line 2: unknown field 'saved_query'; did you mean");
    assertThat(count("completed_materialization")).isZero();

    Answer good =
        operator.run(
            "submit", "materialization", "--file", file(line.formatted("1") + line.formatted("2")));
    assertThat(good.out()).contains("Inbox id", "bin/lakeferry runs --team 1");
    assertThat(count("completed_materialization")).isEqualTo(2);
  }

  @Test
  void anOptionThatTheInboxWouldRefuseIsWrongUsage() {
    Answer answer = submitOne("--finished-at=2026-01-02");
    assertThat(answer.exitCode()).isEqualTo(2);
    assertThat(answer.err()).contains("ISO-8601", "Nothing was submitted");
    assertThat(count("completed_import")).isZero();
  }

  @Test
  void aFileIsTakenWhole() throws Exception {
    String line =
        "{\"team_id\": 1, \"source_schema_id\": \"a\", \"job_id\": \"%s\", \"source_type\": \"S\"}\n";
    Answer answer =
        operator.run(
            "submit", "import", "--file", file(line.formatted("1") + "\n" + line.formatted("2")));
    assertThat(answer.err()).isEmpty();
    assertThat(answer.out()).contains("Inbox id 1", "Inbox id 2");
    assertThat(count("completed_import WHERE folder_path = 'team_1_s_a'")).isEqualTo(2);
  }

  @Test
  void aFileWithBadLinesIsNotTakenAtAllAndEachIsToldByItsNumber() throws Exception {
    Answer answer =
        operator.run(
            "submit",
            "import",
            "--file",
            file(
                """
                {"team_id": 1, "source_schema_id": "a", "job_id": "1"}
                {"team_id": 1, "source_schema": "a", "job_id": "1"}

                {"team_id": 1, "source_schema_id": "a"}
                """));
    assertThat(answer.exitCode()).isEqualTo(1);
    assertThat(answer.err())
        .contains("2 bad lines; no line of it was taken")
        .contains("line 2: unknown field 'source_schema'; did you mean 'source_schema_id'?")
        .contains("line 4: job_id is missing");
    assertThat(count("completed_import")).isZero();
  }

  @Test
  void whatOnlyTheDatabaseRefusesUndoesTheLinesBeforeIt() throws Exception {
    change("ALTER TABLE completed_import ADD CONSTRAINT odd CHECK (job_id <> 'odd')");
    String line = "{\"team_id\": 1, \"source_schema_id\": \"a\", \"job_id\": \"%s\"}\n";
    Answer answer =
        operator.run(
            "submit", "import", "--file", file(line.formatted("fine") + line.formatted("odd")));
    assertThat(answer.exitCode()).isEqualTo(1);
    assertThat(answer.err()).contains("job odd");
    assertThat(count("completed_import")).isZero();
  }

  @Test
  void organisationsAreSetImportedAndListed() throws Exception {
    assertThat(operator.run("org", "list").out()).contains("No organisation is known", "copy_v1");
    assertThat(operator.run("org", "set", "one", "--naming-version=legacy_batch_v1").out())
        .contains("Organisation one: legacy_batch_v1");
    assertThat(
            operator
                .run(
                    "org",
                    "import",
                    file(
                        """
                        id,naming_version
                        "two",copy_v1
                        {"id": "three", "naming_version": "legacy_batch_v1"}
                        """))
                .out())
        .contains("2 organisations set");
    assertThat(operator.run("org", "list").out())
        .containsPattern("one +legacy_batch_v1")
        .containsPattern("three +legacy_batch_v1")
        .containsPattern("two +copy_v1");
  }

  @Test
  void oneOrganisationThatHasDataKeepsAWholeFileOut() throws Exception {
    new Organizations(state.jdbi()).markWritten("written", NamingVersion.COPY_V1);
    Answer answer = operator.run("org", "import", file("new,copy_v1\nwritten,legacy_batch_v1\n"));
    assertThat(answer.exitCode()).isEqualTo(1);
    assertThat(answer.err()).contains("Organisation written has data", "No line of the file");
    assertThat(count("organization WHERE id = 'new'")).isZero();
    assertThat(operator.run("org", "import", file("a,copy_v1\nb\nc,v9\n")).err())
        .contains(
            "line 2: expected id,naming_version", "line 3: Unknown table-naming version 'v9'");
    assertThat(operator.run("org", "set", "written", "--naming-version=legacy_batch_v1"))
        .returns(1, Answer::exitCode);
  }

  @Test
  void skippedRunsAreMadeDueAgainByTeamAndTime() {
    submitOne("--finished-at=2026-01-02T03:04:05Z");
    new ShippedIntake(state.jdbi()).take();
    change("UPDATE workflow_run SET state = 'done', outcome = 'skipped'");
    assertThat(operator.run("regate", "--team=2").out()).contains("0 runs are due");
    assertThat(operator.run("regate", "--since=2026-01-03").out()).contains("0 runs are due");
    assertThat(operator.run("regate", "--team=1", "--since=2026-01-02").out())
        .contains("2 runs are due again");
  }

  @Test
  void aRunThatFailedIsRetriedAndOneThatDidNotIsRefused() {
    submitOne();
    new ShippedIntake(state.jdbi()).take();
    assertThat(operator.run("retry", RUN).err()).contains("is due", "Nothing was changed");
    assertThat(operator.run("retry", "no-such").err()).contains("There is no run no-such");
    change("UPDATE workflow_run SET state = 'done', outcome = 'failed'");
    assertThat(operator.run("retry", RUN, "--accept-schema").out()).contains("due again");
    assertThat(count("workflow_run WHERE state = 'due' AND accept_schema")).isEqualTo(1);
  }

  @Test
  void attemptsAreListedAndShownForPeopleAndForScripts() throws Exception {
    failedAttempt();
    assertThat(operator.run("runs", "--status", "failed").out())
        .containsPattern(RUN + " +1 +schema_1.t +failed +publish")
        .contains("2m05s", "The row counts differ.")
        .doesNotContain("second line");
    assertThat(operator.run("runs", "--status=completed").out()).contains("no such attempt");
    assertThat(operator.run("runs", "show", RUN).out())
        .contains("Attempt 1: failed", "second line", "the old table")
        .contains("land 1.5s, publish 20ms")
        .containsPattern("rows +failed +4 +5");
    JsonNode list = new ObjectMapper().readTree(operator.run("runs", "--json").out());
    assertThat(list.get(0).fieldNames())
        .toIterable()
        .containsExactlyElementsOf(
            List.of(
                "run",
                "attempt",
                "team_id",
                "workflow",
                "table",
                "status",
                "stage",
                "rows",
                "files",
                "bytes",
                "snapshot_id",
                "started_at",
                "finished_at",
                "took_millis",
                "error"));
    assertThat(list.get(0).get("started_at").textValue()).isEqualTo("2026-01-02T03:00:00Z");
    JsonNode run = new ObjectMapper().readTree(operator.run("runs", "show", RUN, "--json").out());
    assertThat(run.at("/attempts/0/stage_millis/land").longValue()).isEqualTo(1_500);
    assertThat(run.at("/attempts/0/verification/0/check").textValue()).isEqualTo("rows");
    assertThat(operator.run("runs", "show", "no-such")).returns(1, Answer::exitCode);
  }

  private void failedAttempt() {
    submitOne();
    new ShippedIntake(state.jdbi()).take();
    change(
        """
        INSERT INTO managed_warehouse_source_job (
          run_id, attempt, team_id, source_schema_id, external_data_job_id, workflow_type,
          workflow_id, token, completed_at, inbox_id, status, stage, stage_millis, started_at,
          finished_at, latest_error, failure_kind, kept, target_schema, target_table)
        SELECT id, 1, team_id, subject_id, job_id, workflow, id, token, completed_at, inbox_id,
          'failed', 'publish', '{"land": 1500, "publish": 20}', '2026-01-02 03:00:00+00',
          '2026-01-02 03:02:05+00', E'The row counts differ.\\nsecond line', 'final',
          'the old table', 'schema_1', 't'
        FROM workflow_run
        WHERE workflow = 'ducklake-register.data-imports'
        """);
    change(
        """
        INSERT INTO verification_result (
          attempt_id, check_name, severity, passed, observed, expected, milliseconds)
        SELECT id, 'rows', 'fail', false, '4', '5', 3
        FROM managed_warehouse_source_job
        """);
  }

  @Test
  void aStateDatabaseThatIsNotSetUpSaysWhatToDo() {
    Answer absent = Operator.onNothing().run("runs");
    assertThat(absent.exitCode()).isEqualTo(1);
    assertThat(absent.err()).contains("does not exist", "bin/lakeferry lake init");
    change("DROP SCHEMA lakeferry CASCADE");
    assertThat(operator.run("runs").err()).contains("lacks tables", "bin/lakeferry lake init");
    operator.set("LAKEFERRY_STATE_PASSWORD", "wrong-one");
    assertThat(operator.run("runs").err())
        .contains("refused the login", "LAKEFERRY_STATE_PASSWORD")
        .doesNotContain("wrong-one");
    operator.set("LAKEFERRY_STATE_PORT", "1");
    assertThat(operator.run("runs").err()).contains("cannot be reached");
  }
}
