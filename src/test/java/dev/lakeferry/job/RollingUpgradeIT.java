package dev.lakeferry.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.state.Rows;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A replica of this version beside one of the next, which has added to the schema. */
class RollingUpgradeIT {
  private final RunningState at = new RunningState();

  @AfterEach
  void close() {
    at.close();
  }

  @Test
  void whatANewerVersionAddsIsPassedOver() {
    for (String table :
        new String[] {"completed_import", "workflow_run", "managed_warehouse_source_job"}) {
      Rows.change(at.state, "ALTER TABLE " + table + " ADD COLUMN of_the_next text DEFAULT 'new'");
    }
    Rows.change(
        at.state,
        """
        INSERT INTO flyway_schema_history (
          installed_rank, version, description, type, script, checksum, installed_by,
          execution_time, success)
        VALUES (999, '999', 'of the next version', 'SQL', 'V999__next.sql', 1, 'next', 1, true)
        """);

    assertThat(at.state.migrate()).isZero();
    WorkflowRun run = at.claimed("job-1");
    Attempt attempt = at.jobs.start(run);
    at.jobs.commitSent(attempt, RunningState.planned());
    at.jobs.complete(attempt, RunningState.published(17));
    assertThat(at.now(run).outcome()).isEqualTo("completed");
  }
}
