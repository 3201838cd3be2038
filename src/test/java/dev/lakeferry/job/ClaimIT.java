package dev.lakeferry.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.state.Rows;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ClaimIT {
  private final RunningState at = new RunningState();

  @AfterEach
  void close() {
    at.close();
  }

  @Test
  void aClaimedRunBelongsToItsInstanceUntilItsLeaseEnds() {
    at.due("job-1");

    List<WorkflowRun> claimed = at.claim();

    assertThat(claimed).hasSize(1);
    WorkflowRun run = claimed.get(0);
    assertThat(run.state()).isEqualTo("running");
    assertThat(run.pickedBy()).isEqualTo(at.here.value());
    assertThat(run.attempts()).isEqualTo(1);
    assertThat(run.leaseUntil()).isAfter(Instant.now());
    assertThat(at.claim()).isEmpty();
  }

  @Test
  void claimsTakeTheOldestOfTheirWorkflowAndNothingBeforeItsTime() {
    at.due("job-1");
    at.due("job-2");
    at.due("job-3");
    at.due("job-4");
    Rows.change(
        at.state,
        "UPDATE workflow_run SET not_before = now() + interval '1 hour' WHERE job_id = 'job-1'");
    Rows.change(
        at.state,
        "UPDATE workflow_run SET workflow = 'ducklake-copy.data-imports' WHERE job_id = 'job-2'");

    assertThat(at.claim(at.here, 1)).extracting(WorkflowRun::jobId).containsExactly("job-3");
    assertThat(at.claim()).extracting(WorkflowRun::jobId).containsExactly("job-4");
  }

  @Test
  void anInstanceClaimsNoMoreThanItMayRunAtATime() {
    at.due("job-1");
    at.due("job-2");
    at.due("job-3");
    at.due("job-4");

    assertThat(at.claim(at.here, 2)).hasSize(2);
    assertThat(at.claim(at.here, 2)).isEmpty();
    assertThat(at.claim(at.here, 1)).isEmpty();
    assertThat(at.claim(at.elsewhere, 1)).hasSize(1);
  }

  @Test
  void manyClaimsAtOnceGetDifferentRuns() throws Exception {
    Rows.change(
        at.state,
        """
        INSERT INTO workflow_run (
          id, workflow, team_id, subject_kind, subject_id, job_id, token, payload, completed_at,
          inbox_id)
        SELECT 'run-' || n, ?, 1, 'source_schema', 'schema', 'job-' || n, 'none', '{}', now(), n
        FROM generate_series(1, 2000) AS n
        """,
        RunningState.WORKFLOW);
    var pool = Executors.newFixedThreadPool(8);
    var claims = new ArrayList<Future<List<String>>>();
    for (int i = 0; i < 8; i++) {
      claims.add(pool.submit(this::claimAll));
    }
    var ids = new ArrayList<String>();
    for (Future<List<String>> claim : claims) {
      ids.addAll(claim.get());
    }
    pool.shutdown();

    assertThat(ids).hasSize(2_000).doesNotHaveDuplicates();
  }

  private List<String> claimAll() {
    var ids = new ArrayList<String>();
    List<WorkflowRun> batch;
    do {
      batch = at.claim(InstanceName.create(), 7);
      assertThat(batch).hasSizeLessThanOrEqualTo(7);
      batch.forEach(run -> ids.add(run.id()));
    } while (!batch.isEmpty());
    return ids;
  }
}
