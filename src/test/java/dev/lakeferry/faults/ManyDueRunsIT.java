package dev.lakeferry.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * One team with 100,000 due runs, and replicas of 256 MB of heap: nobody runs out of memory, and no
 * other team waits long.
 */
@Tag("faults")
@ExtendWith(InLab.class)
class ManyDueRunsIT {
  private static final int MANY = 100_000;
  private static final long TEAM = 900;

  private final Lab lab;

  ManyDueRunsIT(Lab lab) {
    this.lab = lab;
  }

  @BeforeEach
  void begin() {
    lab.replicas(2);
  }

  @Test
  void memoryStaysBoundedAndAnotherTeamIsServed() {
    Recovery load = new Recovery();
    try {
      materialize();
      Awaitility.await("intake has taken all")
          .atMost(Duration.ofMinutes(4))
          .pollInterval(Duration.ofSeconds(1))
          .until(() -> count("SELECT count(*) FROM workflow_run WHERE team_id = ?") == MANY);
      Recovery another = new Recovery();
      Carried first = lab.published(901, "not_starved");
      lab.table().add(lab, "another team beside 100,000 due runs", another.time(), first);
      lab.endState().live(first);
      assertThat(another.time()).as("wait of the other team").isLessThan(Duration.ofSeconds(60));
      assertThat(count("SELECT count(*) FROM workflow_run WHERE team_id = ? AND state = 'done'"))
          .as("runs skipped in " + load.time())
          .isPositive();
      assertThat(lab.replicas()).as("nobody ran out of memory").allMatch(Replica::isAlive);
      assertThat(lab.replicas()).noneMatch(replica -> replica.log().contains("OutOfMemoryError"));
    } finally {
      forget();
    }
  }

  private void materialize() {
    lab.state()
        .jdbi()
        .useHandle(
            handle ->
                handle.execute(
                    """
                    INSERT INTO completed_materialization (team_id, saved_query_id, job_id)
                    SELECT ?, 'query-' || n, 'job'
                    FROM generate_series(1, ?) AS n
                    """,
                    TEAM,
                    MANY));
  }

  private long count(String sql) {
    return lab.state()
        .jdbi()
        .withHandle(handle -> handle.select(sql, TEAM).mapTo(Long.class).one());
  }

  /** What is still due would keep the next test from beginning. */
  private void forget() {
    lab.state()
        .jdbi()
        .useHandle(
            handle ->
                handle.execute(
                    """
                    DELETE FROM workflow_run
                    WHERE team_id = ?
                      AND state = 'due'
                      AND NOT EXISTS (
                        SELECT
                        FROM managed_warehouse_source_job
                        WHERE run_id = workflow_run.id)
                    """,
                    TEAM));
  }
}
