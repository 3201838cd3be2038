package dev.lakeferry.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.state.Rows;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
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
    runs(1, "org-1", 2_000);
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
    do {
      List<WorkflowRun> batch = at.claim(InstanceName.create(), 7);
      assertThat(batch).hasSizeLessThanOrEqualTo(7);
      batch.forEach(run -> ids.add(run.id()));
      // Replicas claim one after the other, so an empty batch may mean that it is another's turn.
    } while (due() > 0);
    return ids;
  }

  private int due() {
    return Rows.value(
        at.state, Integer.class, "SELECT count(*) FROM workflow_run WHERE state = 'due'");
  }

  private void runs(long team, String organization, int count) {
    Rows.change(
        at.state,
        """
        INSERT INTO workflow_run (
          id, workflow, team_id, organization_id, subject_kind, subject_id, job_id, token, payload,
          completed_at, inbox_id)
        SELECT
          'run-' || ? || '-' || n, ?, ?, ?, 'source_schema', 'schema', 'job-' || n, 'none', '{}',
          now(), n
        FROM generate_series(1, ?) AS n
        """,
        team,
        RunningState.WORKFLOW,
        team,
        organization,
        count);
  }

  private Map<Long, Long> claimedByTeam(int concurrency) {
    return at.claim(at.here, concurrency).stream()
        .collect(Collectors.groupingBy(WorkflowRun::teamId, Collectors.counting()));
  }

  @Test
  void aTeamWithTenThousandRunsDoesNotStarveTheOthers() {
    runs(1, "org-1", 10_000);
    runs(2, "org-2", 3);
    runs(3, "org-2", 1);

    assertThat(claimedByTeam(6)).isEqualTo(Map.of(1L, 3L, 2L, 2L, 3L, 1L));
    assertThat(claimedByTeam(8)).isEqualTo(Map.of(1L, 1L, 2L, 1L));
  }

  @Test
  void teamsOrganisationsAndAllReplicasTogetherHaveTheirLimits() {
    at.teamLimit = 4;
    at.organizationLimit = 6;
    at.allLimit = 9;
    runs(1, "org-1", 50);
    runs(2, "org-1", 50);
    runs(3, "org-2", 50);
    runs(4, null, 50);

    Map<Long, Long> claimed = claimedByTeam(100);
    assertThat(claimed.values().stream().mapToLong(n -> n).sum()).isEqualTo(9);
    assertThat(claimed.get(1L) + claimed.get(2L)).isLessThanOrEqualTo(6);
    assertThat(claimedByTeam(100)).isEmpty();

    at.allLimit = 100;
    at.claim(at.elsewhere, 100);
    assertThat(
            Rows.column(
                at.state,
                Integer.class,
                "SELECT count(*) FROM workflow_run WHERE state = 'running' GROUP BY team_id ORDER BY team_id"))
        .last()
        .isEqualTo(4);
    assertThat(
            Rows.value(
                at.state,
                Integer.class,
                "SELECT count(*) FROM workflow_run WHERE state = 'running' AND organization_id = 'org-1'"))
        .isEqualTo(6);
  }
}
