package dev.lakeferry.job;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;

/** Rows of {@code workflow_run}. */
public final class RunStore {
  /**
   * Claims due runs, oldest first, and returns their rows in no order. Replicas that claim at once
   * get different runs.
   *
   * <p>Its parameters are written as camel-jdbc reads them, from headers: {@code workflow}, {@code
   * owner} (this instance's name), {@code leaseSeconds} and {@code limit}.
   */
  public static final String CLAIM =
      """
      WITH claimed AS MATERIALIZED (
        SELECT id
        FROM workflow_run
        WHERE workflow = :?workflow
          AND state = 'due'
          AND not_before <= now()
        ORDER BY not_before, inbox_id
        LIMIT CAST(:?limit AS integer)
        FOR UPDATE SKIP LOCKED
      )
      UPDATE workflow_run
      SET state = 'running',
        picked_by = :?owner,
        lease_until = now() + make_interval(secs => CAST(:?leaseSeconds AS double precision)),
        attempts = attempts + 1,
        updated_at = now()
      FROM claimed
      WHERE workflow_run.id = claimed.id
      RETURNING workflow_run.*
      """;

  private final Jdbi jdbi;

  /** Takes the state database. */
  public RunStore(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /** Claims as {@link #CLAIM} says. */
  public List<WorkflowRun> claim(String workflow, InstanceName owner, Duration lease, int limit) {
    return jdbi.inTransaction(
        handle ->
            handle
                .createQuery(CLAIM.replace(":?", ":"))
                .bind("workflow", workflow)
                .bind("owner", owner.value())
                .bind("leaseSeconds", seconds(lease))
                .bind("limit", limit)
                .map(ConstructorMapper.of(WorkflowRun.class))
                .list());
  }

  /** Reads a run. */
  public Optional<WorkflowRun> find(String id) {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery("SELECT * FROM workflow_run WHERE id = :id")
                .bind("id", id)
                .map(ConstructorMapper.of(WorkflowRun.class))
                .findOne());
  }

  /** Locks a run that is ours and running; whoever changes both locks the run first. */
  static Optional<WorkflowRun> lock(Handle handle, String id, InstanceName owner) {
    return handle
        .createQuery(
            """
            SELECT *
            FROM workflow_run
            WHERE id = :id
              AND state = 'running'
              AND picked_by = :owner
            FOR UPDATE
            """)
        .bind("id", id)
        .bind("owner", owner.value())
        .map(ConstructorMapper.of(WorkflowRun.class))
        .findOne();
  }

  /** Ends a run that is locked. */
  static void done(Handle handle, String id, AttemptStatus outcome, boolean counts) {
    handle
        .createUpdate(
            """
            UPDATE workflow_run
            SET state = 'done',
              outcome = lower(:outcome),
              attempts = CASE WHEN :counts THEN attempts ELSE GREATEST(attempts - 1, 0) END,
              picked_by = NULL,
              lease_until = NULL,
              updated_at = now()
            WHERE id = :id
            """)
        .bind("id", id)
        .bind("outcome", outcome.name())
        .bind("counts", counts)
        .execute();
  }

  /** Gives a locked run back, due after a while by the database's clock. */
  static void due(Handle handle, String id, Duration after, boolean counts) {
    handle
        .createUpdate(
            """
            UPDATE workflow_run
            SET state = 'due',
              not_before = now() + make_interval(secs => :after),
              attempts = CASE WHEN :counts THEN attempts ELSE GREATEST(attempts - 1, 0) END,
              picked_by = NULL,
              lease_until = NULL,
              updated_at = now()
            WHERE id = :id
            """)
        .bind("id", id)
        .bind("after", seconds(after))
        .bind("counts", counts)
        .execute();
  }

  static double seconds(Duration duration) {
    return duration.toMillis() / 1_000.0;
  }
}
