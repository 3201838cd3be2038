package dev.lakeferry.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.lakeferry.failure.RetryableFailure;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.state.Rows;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TableHoldsIT {
  private static final Actor ALICE = new Actor("alice", "10.1.2.3");

  private final RunningState at = new RunningState();
  private final TableHolds holds = new TableHolds(at.state.jdbi(), RunningState.LAKE);

  @BeforeEach
  void bind() {
    new TableBinding(at.state.jdbi())
        .bind(
            RunningState.LAKE,
            RunningState.TABLE,
            "source_schema",
            RunningState.SCHEMA_ID,
            "invoices");
  }

  @AfterEach
  void close() {
    at.close();
  }

  private String waiting(WorkflowRun run) {
    return Rows.value(
        at.state, String.class, "SELECT waiting_reason FROM workflow_run WHERE id = ?", run.id());
  }

  @Test
  void aTableOnHoldRefusesWithItsReasonUntilItIsReleased() {
    holds.hold(RunningState.TABLE, " amounts look wrong ", ALICE);

    assertThatExceptionOfType(RetryableFailure.class)
        .isThrownBy(() -> holds.refuse(RunningState.TABLE))
        .withMessageContaining("amounts look wrong")
        .withMessageContaining("alice")
        .satisfies(e -> assertThat(e.kind()).isEqualTo(RetryableFailure.Cause.HELD));
    assertThat(holds.all()).extracting(Hold::reason).containsExactly("amounts look wrong");

    holds.release(RunningState.TABLE, ALICE);
    holds.refuse(RunningState.TABLE);
    assertThat(
            new AuditLog(at.state.jdbi()).newest(new AuditLog.Filter(null, null, null, null), 10))
        .extracting(AuditEntry::action)
        .containsExactly("release", "hold");
  }

  @Test
  void aRunThatGaveWayWaitsVisiblyAndIsDueWhenTheTableIsReleased() {
    WorkflowRun run = at.claimed("job-1");
    Attempt attempt = at.jobs.start(run);
    at.jobs.recordTarget(attempt, RunningState.LAKE, RunningState.TABLE);
    holds.hold(RunningState.TABLE, "wait", ALICE);

    at.jobs.held(run, holds, RunningState.TABLE);

    assertThat(at.now(run).state()).isEqualTo("due");
    assertThat(at.now(run).attempts()).as("no try is counted").isZero();
    assertThat(waiting(run)).contains("is on hold since", "wait");
    assertThat(at.claim()).isEmpty();

    assertThat(holds.release(RunningState.TABLE, ALICE)).isEqualTo(1);
    assertThat(waiting(run)).isNull();
    WorkflowRun again = at.claim().get(0);
    assertThat(at.jobs.start(again).id()).as("the attempt that waited").isEqualTo(attempt.id());
  }

  @Test
  void aReleaseThatCameFirstLeavesNoRunWaiting() {
    WorkflowRun run = at.claimed("job-1");
    Attempt attempt = at.jobs.start(run);
    at.jobs.recordTarget(attempt, RunningState.LAKE, RunningState.TABLE);

    at.jobs.held(run, holds, RunningState.TABLE);

    assertThat(waiting(run)).isNull();
    assertThat(at.claim()).hasSize(1);
  }

  @Test
  void whatCannotBeIsRefused() {
    var unknown = new TableName("insights_data_imports_team_1", "typo");
    assertThatExceptionOfType(NotThere.class).isThrownBy(() -> holds.hold(unknown, "why", ALICE));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> holds.hold(RunningState.TABLE, "  ", ALICE));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> holds.hold(RunningState.TABLE, "x".repeat(501), ALICE));
    assertThatExceptionOfType(Refused.class)
        .isThrownBy(() -> holds.release(RunningState.TABLE, ALICE));
    holds.hold(RunningState.TABLE, "why", ALICE);
    assertThatExceptionOfType(Refused.class)
        .isThrownBy(() -> holds.hold(RunningState.TABLE, "again", ALICE))
        .withMessageContaining("why");
    assertThat(
            new AuditLog(at.state.jdbi()).newest(new AuditLog.Filter(null, null, null, null), 10))
        .hasSize(1);
  }
}
