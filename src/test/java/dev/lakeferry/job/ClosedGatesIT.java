package dev.lakeferry.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.completion.Imports;
import dev.lakeferry.job.ClosedGates.Asked;
import dev.lakeferry.job.ClosedGates.Closed;
import dev.lakeferry.state.Rows;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ClosedGatesIT {
  private static final String REASON = "The flag is off.";

  private final RunningState at = new RunningState();
  private final ClosedGates gates = new ClosedGates(at.state.jdbi(), at.here, at.errors);

  @AfterEach
  void close() {
    at.close();
  }

  private List<Closed> all() {
    return gates.waiting(RunningState.WORKFLOW).stream()
        .map(asked -> new Closed(asked, REASON))
        .toList();
  }

  private Map<String, Object> row(WorkflowRun run) {
    return at.state
        .jdbi()
        .withHandle(
            handle ->
                handle
                    .select("SELECT * FROM managed_warehouse_source_job WHERE run_id = ?", run.id())
                    .mapToMap()
                    .one());
  }

  @Test
  void aRunIsLeftAsOneThatAWorkerSkipped() {
    WorkflowRun bySkip = at.claimed("job-1");
    at.jobs.skip(bySkip, REASON);
    WorkflowRun byGate = at.due("job-2");

    assertThat(gates.skip(RunningState.WORKFLOW, all())).isEqualTo(1);

    Map<String, Object> expected = row(bySkip);
    Map<String, Object> actual = row(byGate);
    List<String> own =
        List.of(
            "id",
            "run_id",
            "workflow_id",
            "external_data_job_id",
            "completed_at",
            "inbox_id",
            "started_at",
            "heartbeat_at",
            "finished_at",
            "token");
    expected.keySet().removeAll(own);
    actual.keySet().removeAll(own);
    assertThat(actual).isEqualTo(expected).containsEntry("latest_error", REASON);
    assertThat(at.now(byGate))
        .usingRecursiveComparison()
        .comparingOnlyFields("state", "outcome", "attempts", "pickedBy")
        .isEqualTo(at.now(bySkip));
  }

  @Test
  void isToldOnceARunHoweverOftenItIsSkipped() {
    WorkflowRun run = at.due("job-1");
    gates.skip(RunningState.WORKFLOW, all());
    Rows.change(at.state, "UPDATE workflow_run SET state = 'due', outcome = NULL");
    gates.skip(RunningState.WORKFLOW, all());

    assertThat(row(run)).containsEntry("status", "skipped").containsEntry("attempt", 2);
  }

  @Test
  void whoeverIsMeantByAnotherUuidOrOrganizationIsAskedForHimself() {
    WorkflowRun run = at.due("job-1");
    Asked asked = gates.waiting(RunningState.WORKFLOW).get(0);
    Asked other = new Asked(asked.teamId(), asked.teamUuid(), "another organisation");

    assertThat(gates.skip(RunningState.WORKFLOW, List.of(new Closed(other, REASON)))).isZero();
    assertThat(at.now(run).state()).isEqualTo("due");
  }

  @Test
  void anAttemptThatWaitsForItsTableIsLeftToItsWorker() {
    WorkflowRun run = at.claimed("job-1");
    at.jobs.start(run);
    at.jobs.busy(run, Duration.ZERO);

    assertThat(gates.skip(RunningState.WORKFLOW, all())).isZero();
    assertThat(at.now(run).state()).isEqualTo("due");
  }

  @Test
  void whatIsClaimedOrNotDueYetIsLeftAlone() {
    WorkflowRun claimed = at.claimed("job-1");
    WorkflowRun later = at.due("job-2", "invoices__query_1764480001_0a1b2c3d", Imports.FINISHED);
    List<Closed> closed = all();
    Rows.change(
        at.state,
        "UPDATE workflow_run SET not_before = now() + interval '1 hour' WHERE id = ?",
        later.id());

    assertThat(gates.waiting(RunningState.WORKFLOW)).isEmpty();
    assertThat(gates.skip(RunningState.WORKFLOW, closed)).isZero();
    assertThat(at.now(claimed).state()).isEqualTo("running");
    assertThat(at.now(later).state()).isEqualTo("due");
  }

  @Test
  void manyAreSkippedBatchByBatch() {
    at.due("job-0");
    Rows.change(
        at.state,
        """
        INSERT INTO workflow_run (
          id, workflow, team_id, organization_id, subject_kind, subject_id, job_id, token, payload,
          completed_at, inbox_id)
        SELECT
          id || '-' || n, workflow, team_id, organization_id, subject_kind, subject_id,
          job_id || '-' || n, token, payload, completed_at, inbox_id
        FROM workflow_run
        CROSS JOIN generate_series(1, ?) AS n
        """,
        ClosedGates.BATCH);

    assertThat(gates.skip(RunningState.WORKFLOW, all())).isEqualTo(ClosedGates.BATCH);
    assertThat(gates.skip(RunningState.WORKFLOW, all())).isEqualTo(1);
    assertThat(gates.waiting(RunningState.WORKFLOW)).isEmpty();
    assertThat(
            Rows.value(
                at.state,
                Long.class,
                "SELECT count(*) FROM managed_warehouse_source_job WHERE status = 'skipped'"))
        .isEqualTo(ClosedGates.BATCH + 1L);
  }
}
