package dev.lakeferry.job;

import java.time.Duration;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * Forgets what is old. Never forgotten: what is due or running, and for each table of the lake the
 * newest generation and the last publication, with their runs: an older generation that comes back
 * later must still find that a newer one is live (law 8). An attempt that sent COMMIT and did not
 * learn the answer stays as well: the catalog may know what it landed (law 4).
 */
public final class Retention {
  private final Jdbi jdbi;

  /** Takes the state database. */
  public Retention(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /**
   * What was removed.
   *
   * @param completions rows of the two inboxes
   */
  public record Pruned(int completions, int results, int attempts, int runs) {}

  /**
   * Removes rows that are older than the given ages.
   *
   * @param inbox of completions since they were taken
   * @param results of verification results
   * @param attempts of attempts since they finished
   * @param runs of runs since they were done; those with attempts left stay
   */
  public Pruned prune(Duration inbox, Duration results, Duration attempts, Duration runs) {
    return jdbi.inTransaction(
        handle ->
            new Pruned(
                execute(handle, IMPORTS, inbox) + execute(handle, MATERIALIZATIONS, inbox),
                execute(handle, RESULTS, results),
                execute(handle, ATTEMPTS, attempts),
                execute(handle, RUNS, runs)));
  }

  private static int execute(Handle handle, String sql, Duration age) {
    return handle.createUpdate(sql).bind("age", RunStore.seconds(age)).execute();
  }

  private static final String IMPORTS =
      """
      DELETE FROM completed_import
      WHERE taken_at < now() - make_interval(secs => :age)
      """;

  private static final String MATERIALIZATIONS =
      """
      DELETE FROM completed_materialization
      WHERE taken_at < now() - make_interval(secs => :age)
      """;

  private static final String RESULTS =
      """
      DELETE FROM verification_result
      WHERE at < now() - make_interval(secs => :age)
      """;

  private static final String ATTEMPTS =
      """
      WITH old AS (
        SELECT attempt.*
        FROM managed_warehouse_source_job AS attempt
        JOIN workflow_run AS run
          ON run.id = attempt.run_id
        WHERE attempt.finished_at < now() - make_interval(secs => :age)
          AND run.state = 'done'
          AND (attempt.status = 'completed' OR NOT attempt.commit_sent)
      ),
      newest AS (
        SELECT DISTINCT ON (lake, target_schema, target_table) id
        FROM managed_warehouse_source_job
        WHERE status = 'completed'
        ORDER BY lake, target_schema, target_table,
          completed_at DESC, folder_time DESC NULLS LAST, inbox_id DESC, id DESC
      ),
      last AS (
        SELECT DISTINCT ON (lake, target_schema, target_table) id
        FROM managed_warehouse_source_job
        WHERE status = 'completed'
        ORDER BY lake, target_schema, target_table, finished_at DESC, id DESC
      )
      DELETE FROM managed_warehouse_source_job
      WHERE id IN (SELECT id FROM old)
        AND id NOT IN (SELECT id FROM newest)
        AND id NOT IN (SELECT id FROM last)
      """;

  private static final String RUNS =
      """
      DELETE FROM workflow_run AS run
      WHERE state = 'done'
        AND updated_at < now() - make_interval(secs => :age)
        AND NOT EXISTS (
          SELECT
          FROM managed_warehouse_source_job
          WHERE run_id = run.id)
      """;
}
