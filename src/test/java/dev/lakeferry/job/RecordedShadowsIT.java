package dev.lakeferry.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.naming.TableName;
import dev.lakeferry.state.Rows;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which shadow an attempt goes on with, as far as the state database tells. */
class RecordedShadowsIT {
  private static final TableName SHADOW =
      new TableName(RunningState.TABLE.schema(), "invoices__lf_00000000_1");

  private RunningState at;
  private WorkflowRun run;
  private Attempt first;

  @BeforeEach
  void begin() {
    at = new RunningState();
    run = at.claimed("job-1");
    first = filling(at.jobs.start(run));
  }

  @AfterEach
  void end() {
    at.close();
  }

  private Attempt filling(Attempt attempt) {
    at.jobs.recordLanding(attempt, RunningState.place("land/job-1/"));
    at.jobs.recordShadow(attempt, SHADOW, "digest");
    return attempt;
  }

  private void ends(Attempt attempt, String set) {
    Rows.change(
        at.state,
        "UPDATE managed_warehouse_source_job SET finished_at = now(), latest_error = 'told', "
            + set
            + " WHERE id = ?",
        attempt.id());
  }

  private List<RecordedShadow> adoptable(Attempt attempt, String digest) {
    return new RecordedShadows(at.state.jdbi())
        .adoptable(attempt, RunningState.LAKE, RunningState.TABLE, digest);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "true | status = 'failed', failure_kind = 'retryable'",
        "true | status = 'stale', stale_reason = 'lease_lost'",
        "false | status = 'failed', failure_kind = 'final'",
        "false | status = 'failed', failure_kind = 'retryable', commit_sent = true",
        "false | status = 'failed', failure_kind = 'retryable', leftovers_claimed_at = now()",
        "false | status = 'failed', failure_kind = 'retryable', plan_digest = 'other'",
        "false | status = 'stale', stale_reason = 'superseded'"
      })
  void onlyWhatMayPassIsGoneOnWith(boolean goneOnWith, String end) {
    ends(first, end);
    Attempt second = at.jobs.start(run);

    assertThat(adoptable(second, "digest"))
        .isEqualTo(goneOnWith ? List.of(new RecordedShadow(SHADOW, "land/job-1/")) : List.of());
    assertThat(adoptable(second, "another")).isEmpty();
  }

  @Test
  void oneThatAnyOfItsAttemptsFailedWithForGoodIsLeftAlone() {
    ends(first, "status = 'failed', failure_kind = 'retryable'");
    Attempt second = filling(at.jobs.start(run));
    ends(second, "status = 'failed', failure_kind = 'final'");

    assertThat(adoptable(at.jobs.start(run), "digest")).isEmpty();
  }

  @Test
  void anAttemptThatWaitedForABusyTableGoesOnWithItsOwn() {
    assertThat(adoptable(first, "digest")).hasSize(1);
  }
}
