package dev.lakeferry.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.completion.Imports;
import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.state.Rows;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Law 8, never backwards. */
class GenerationsIT {
  private static final Instant LATER = Imports.FINISHED.plusSeconds(60);
  private static final String OLD = "invoices__query_1764480000";
  private static final String NEW = "invoices__query_1764480600";

  private final RunningState at = new RunningState();
  private final Generations generations = new Generations(at.state.jdbi());

  @AfterEach
  void close() {
    at.close();
  }

  @Test
  void neverBackwardsANewerCompletionThatIsKnownStopsAnOlderOneAtItsStart() {
    WorkflowRun newer = at.due("job-2", NEW, LATER);
    WorkflowRun older = at.due("job-1", OLD, Imports.FINISHED);

    assertThat(generations.newerKnown(older)).contains(newer.id());
    assertThat(generations.newerKnown(newer)).isEmpty();
  }

  @Test
  void aNewerCompletionThatFailedOrWasSkippedStopsNobody() {
    WorkflowRun older = at.due("job-1", OLD, Imports.FINISHED);
    WorkflowRun newer = at.due("job-2", NEW, LATER);
    at.claim();
    at.jobs.fail(newer, new FinalFailure("bad"), RunningState.ONE_TRY);
    assertThat(generations.newerKnown(older)).isEmpty();

    new Again(at.state.jdbi()).retry(newer.id(), false, Actor.commandLine());
    assertThat(generations.newerKnown(older)).contains(newer.id());
    at.claim();
    at.jobs.skip(newer, "flag off");
    assertThat(generations.newerKnown(older)).isEmpty();
  }

  @Test
  void theFoldersTimeAndThenTheInboxDecideWhereJobsFinishedAtOnce() {
    WorkflowRun second = at.due("job-1", NEW, Imports.FINISHED);
    WorkflowRun first = at.due("job-1", OLD, Imports.FINISHED);
    WorkflowRun untimed = at.due("job-1", "invoices__query", Imports.FINISHED);
    WorkflowRun untimedToo = at.due("job-3", "invoices__query", Imports.FINISHED);

    assertThat(generations.newerKnown(first)).contains(second.id());
    assertThat(generations.newerKnown(untimed)).contains(second.id());
    assertThat(untimed.order()).isLessThan(untimedToo.order());
    assertThat(untimedToo.order()).isLessThan(first.order());
    assertThat(first.order()).isLessThan(second.order());
    assertThat(generations.newerKnown(second)).isEmpty();
  }

  @Test
  void whereBothWorkflowsCarryTheNewerGenerationTheRunOfTheOwnOneIsNamed() {
    WorkflowRun older = at.due("job-1", OLD, Imports.FINISHED);
    WorkflowRun newer = at.due("job-2", NEW, LATER);
    for (String copy : new String[] {"a-copy", "z-copy"}) {
      Rows.change(
          at.state,
          """
          INSERT INTO workflow_run (
            id, workflow, team_id, subject_kind, subject_id, job_id, token, payload, completed_at,
            folder_time, inbox_id)
          SELECT ?, 'ducklake-copy.data-imports', team_id, subject_kind, subject_id, ?, token,
            payload, completed_at, folder_time, inbox_id
          FROM workflow_run
          WHERE id = ?
          """,
          copy,
          copy,
          newer.id());
    }
    assertThat(generations.newerKnown(older)).contains(newer.id());
  }

  @Test
  void theSameImportInTheOtherWorkflowIsNotNewer() {
    WorkflowRun run = at.due("job-1");
    Rows.change(
        at.state,
        """
        INSERT INTO workflow_run (
          id, workflow, team_id, subject_kind, subject_id, job_id, token, payload, completed_at,
          folder_time, inbox_id)
        SELECT 'copy', 'ducklake-copy.data-imports', team_id, subject_kind, subject_id, job_id,
          token, payload, completed_at, folder_time, inbox_id
        FROM workflow_run
        """);

    assertThat(generations.newerKnown(run)).isEmpty();
    Rows.change(
        at.state,
        "UPDATE workflow_run SET completed_at = completed_at + interval '1 s' WHERE id = 'copy'");
    assertThat(generations.newerKnown(run)).contains("copy");
  }

  @Test
  void afterTheStartOnlyAPublishedNewerGenerationStopsAnOlderOne() {
    Attempt older = at.started("job-1", OLD, Imports.FINISHED);
    GenerationOrder order = at.runs.find(older.runId()).orElseThrow().order();
    Attempt newer = at.started("job-2", NEW, LATER);
    assertThat(generations.newerPublished(RunningState.LAKE, RunningState.TABLE, order)).isEmpty();

    at.jobs.complete(newer, RunningState.published(17));

    assertThat(generations.newerPublished(RunningState.LAKE, RunningState.TABLE, order))
        .contains(newer.runId());
    assertThat(generations.newerPublished("other lake", RunningState.TABLE, order)).isEmpty();
    at.jobs.complete(older, RunningState.published(18));
    assertThat(generations.newerPublished(RunningState.LAKE, RunningState.TABLE, order))
        .as("the newest generation, not the last swap, counts")
        .contains(newer.runId());
  }
}
