package dev.lakeferry.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.completion.Imports;
import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.state.Rows;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RetentionIT {
  private static final String OLD = "invoices__query_1764480000";
  private static final String NEW = "invoices__query_1764480600";

  private final RunningState at = new RunningState();
  private final Retention retention = new Retention(at.state.jdbi());

  @AfterEach
  void close() {
    at.close();
  }

  @Test
  void aTablesNewestGenerationAndItsLastPublicationAreNeverForgotten() {
    Attempt oldest = at.started("job-0", OLD, Imports.FINISHED.minusSeconds(60));
    at.jobs.complete(oldest, RunningState.published(1));
    Attempt newest = at.started("job-2", NEW, Imports.FINISHED.plusSeconds(60));
    at.jobs.complete(newest, RunningState.published(2));
    Attempt last = at.started("job-1", OLD, Imports.FINISHED);
    at.jobs.complete(last, RunningState.published(3));
    Attempt failed = at.started("job-3", NEW, Imports.FINISHED.plusSeconds(90));
    at.jobs.fail(failed, new FinalFailure("bad"), null, RunningState.ONE_TRY);
    var results = new VerificationResults(at.state.jdbi(), at.errors);
    results.save(
        failed, List.of(new VerificationResult("rows", "fail", false, "1", "2", "", "", "", 1)));
    age();

    assertThat(pruneAll()).isEqualTo(new Retention.Pruned(4, 1, 2, 2));
    assertThat(Rows.column(at.state, String.class, "SELECT id FROM workflow_run"))
        .containsExactlyInAnyOrder(newest.runId(), last.runId());
    assertThat(Rows.column(at.state, Long.class, "SELECT id FROM managed_warehouse_source_job"))
        .containsExactlyInAnyOrder(newest.id(), last.id());
  }

  @Test
  void whatIsDueOrRunningOrNotTakenStays() {
    at.due("due");
    Attempt failed = at.jobs.start(at.claimed("retried"));
    at.jobs.fail(failed, new FinalFailure("bad"), null, RunningState.ONE_TRY);
    at.jobs.start(at.claimed("running"));
    new Again(at.state.jdbi()).retry(failed.runId(), false, Actor.commandLine());
    age();
    Rows.change(at.state, "UPDATE completed_import SET taken_at = NULL");

    assertThat(pruneAll()).isEqualTo(new Retention.Pruned(0, 0, 0, 0));
  }

  @Test
  void anAttemptWhoseCommitMayHaveLandedStays() {
    Attempt attempt = at.jobs.start(at.claimed("job-1"));
    at.jobs.commitSent(attempt, RunningState.published(7));
    at.jobs.fail(
        attempt, new FinalFailure("connection lost at COMMIT"), null, RunningState.ONE_TRY);
    age();

    assertThat(pruneAll().attempts()).isZero();
  }

  @Test
  void whatIsYoungerThanItsAgeStays() {
    Attempt failed = at.jobs.start(at.claimed("job-1"));
    at.jobs.fail(failed, new FinalFailure("bad"), null, RunningState.ONE_TRY);

    assertThat(pruneAll()).isEqualTo(new Retention.Pruned(0, 0, 0, 0));
  }

  private Retention.Pruned pruneAll() {
    Duration day = Duration.ofDays(1);
    return retention.prune(day, day, day, day);
  }

  private void age() {
    Rows.change(at.state, "UPDATE completed_import SET taken_at = taken_at - interval '1 week'");
    Rows.change(at.state, "UPDATE verification_result SET at = at - interval '1 week'");
    Rows.change(at.state, "UPDATE workflow_run SET updated_at = updated_at - interval '1 week'");
    Rows.change(
        at.state,
        "UPDATE managed_warehouse_source_job SET finished_at = finished_at - interval '1 week'");
  }
}
