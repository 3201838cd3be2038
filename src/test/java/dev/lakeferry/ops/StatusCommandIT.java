package dev.lakeferry.ops;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.lakeferry.state.StateDatabase;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** One screen of what is going on, and the same for scripts. */
class StatusCommandIT {
  private static final String RUN =
      """
      INSERT INTO lakeferry.workflow_run
        (id, workflow, team_id, subject_kind, subject_id, job_id, token, payload, completed_at,
         inbox_id, state, outcome, picked_by, lease_until, not_before)
      VALUES
        (:id, 'ducklake-register.data-imports', :team, 'source_schema', :id, :id, 't', '{}', now(),
         1, :state, :outcome, CASE WHEN :state = 'running' THEN 'me' END,
         CASE WHEN :state = 'running' THEN now() + INTERVAL '1 minute' END,
         now() - INTERVAL '90 seconds')
      """;

  private static final String ATTEMPT =
      """
      INSERT INTO lakeferry.managed_warehouse_source_job
        (run_id, attempt, team_id, source_schema_id, external_data_job_id, workflow_type,
         workflow_id, token, completed_at, inbox_id, status, stage, stage_started_at, started_at,
         finished_at, latest_error, failure_kind, lake, target_schema, target_table, rows, files,
         snapshot_id, objects_total, objects_done, bytes_done)
      SELECT
        id, 1, team_id, id, id, workflow, id, 't', now(), 1, :status, 'land',
        now() - INTERVAL '10 seconds', now() - INTERVAL '12 seconds',
        CASE WHEN :status <> 'running' THEN now() END,
        CASE WHEN :status = 'failed' THEN E'The files hold less.\\nMore of it.' END,
        CASE WHEN :status = 'failed' THEN 'final' END,
        's3://lake/', 'imports', 'table_' || id, 1000, 3, 7, 40, 10, 5000000
      FROM lakeferry.workflow_run
      WHERE id = :id
      """;

  private static Operator seeded() {
    Operator operator = Operator.withState();
    try (StateDatabase state = operator.openState()) {
      seed(state, "due-1", 1, "due", null, null);
      seed(state, "done-1", 1, "done", "completed", "completed");
      seed(state, "bad-1", 2, "done", "failed", "failed");
      seed(state, "busy-1", 1, "running", null, "running");
    }
    return operator;
  }

  private static void seed(
      StateDatabase state, String id, long team, String at, String outcome, String attempt) {
    state
        .jdbi()
        .useHandle(
            handle -> {
              handle
                  .createUpdate(RUN)
                  .bind("id", id)
                  .bind("team", team)
                  .bind("state", at)
                  .bind("outcome", outcome)
                  .execute();
              if (attempt != null) {
                handle.createUpdate(ATTEMPT).bind("id", id).bind("status", attempt).execute();
              }
            });
  }

  @Test
  void oneScreenTellsRunsProgressFailuresAndPublications() throws Exception {
    Operator operator = seeded();
    Operator.Answer answer = operator.run("status");
    assertThat(answer.exitCode()).isZero();
    assertThat(answer.out())
        .containsPattern("ducklake-register.data-imports +1 +0 +1 +1 +1 +0 +0 +1m3")
        .containsPattern(
            "busy-1 +1 +imports.table_busy-1 +land +1\\d\\.?\\d*s +10/40 +5\\.0 +0\\.[45]")
        .containsPattern("bad-1 +1 +imports.table_bad-1 .*The files hold less\\.")
        .doesNotContain("More of it")
        .containsPattern("imports.table_done-1 .* 1000 +3 +7");

    JsonNode json =
        new ObjectMapper().readTree(operator.run("status", "--json", "--team", "1").out());
    assertThat(json.get("workflows").get(0).get("failed").asInt()).isZero();
    assertThat(json.get("failures")).isEmpty();
    assertThat(json.get("running").get(0).get("seconds_left").asLong()).isBetween(25L, 60L);
    assertThat(json.get("running").get(0).get("bytes_per_second").asLong())
        .isBetween(200_000L, 510_000L);
  }

  @Test
  void watchDrawsAgainUntilItIsStopped() {
    Operator operator = seeded();
    StringWriter out = new StringWriter();
    Thread watch =
        new Thread(
            () ->
                new Commands(OperatorCommands.of(new Workplace(operator::settings)))
                    .writingTo(new PrintWriter(out), new PrintWriter(out))
                    .execute("status", "--watch"));
    watch.start();
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> out.toString().split("Ctrl-C ends it", -1).length > 2);
    watch.interrupt();
    Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> !watch.isAlive());
  }

  @Test
  void watchAndJsonExcludeOneAnother() {
    Operator.Answer answer = Operator.withState().run("status", "--watch", "--json");
    assertThat(answer.exitCode()).isEqualTo(2);
    assertThat(answer.err()).contains("give one of them");
  }

  @Test
  void shellsGetAScriptThatKnowsTheCommands() {
    for (String shell : List.of("bash", "zsh")) {
      Operator.Answer answer = Operator.onNothing().run("completion", shell);
      assertThat(answer.exitCode()).isZero();
      assertThat(answer.out())
          .contains("complete -F _complete_lakeferry")
          .contains("status", "--watch", "check", "--strict");
    }
    assertThat(Operator.onNothing().run("completion", "fish").exitCode()).isEqualTo(2);
  }
}
