package dev.lakeferry.job;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;

/** Rows of {@code workflow_run}. */
public final class RunStore {
  private final Jdbi jdbi;

  /** Takes the state database. */
  public RunStore(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /** Reads a run. */
  public Optional<WorkflowRun> find(String id) {
    return jdbi.withHandle(handle -> find(handle, id));
  }

  static Optional<WorkflowRun> find(Handle handle, String id) {
    return handle
        .createQuery("SELECT * FROM workflow_run WHERE id = :id")
        .bind("id", id)
        .map(ConstructorMapper.of(WorkflowRun.class))
        .findOne();
  }

  /**
   * Locks a run and tells its state: {@code due}, {@code running}, or how it ended.
   *
   * @throws NotThere if there is no such run
   */
  static String stateOf(Handle handle, String id) {
    return handle
        .createQuery("SELECT COALESCE(outcome, state) FROM workflow_run WHERE id = :id FOR UPDATE")
        .bind("id", id)
        .mapTo(String.class)
        .findOne()
        .orElseThrow(() -> new NotThere("There is no run " + id + "."));
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
              deaths = 0,
              attempts = CASE WHEN :counts THEN attempts ELSE GREATEST(attempts - 1, 0) END,
              picked_by = NULL,
              lease_until = NULL,
              cancel_requested_by = NULL,
              cancel_requested_at = NULL,
              waiting_reason = NULL,
              updated_at = now()
            WHERE id = :id
            """)
        .bind("id", id)
        .bind("outcome", outcome.name())
        .bind("counts", counts)
        .execute();
  }

  /**
   * Gives a locked run back, due after a while by the database's clock.
   *
   * @param counts whether a try was made, whose worker lived to tell of it
   */
  static void due(Handle handle, String id, Duration after, boolean counts) {
    handle
        .createUpdate(
            """
            UPDATE workflow_run
            SET state = 'due',
              not_before = now() + make_interval(secs => :after),
              deaths = CASE WHEN :counts THEN 0 ELSE deaths END,
              attempts = CASE WHEN :counts THEN attempts ELSE GREATEST(attempts - 1, 0) END,
              picked_by = NULL,
              lease_until = NULL,
              waiting_reason = NULL,
              updated_at = now()
            WHERE id = :id
            """)
        .bind("id", id)
        .bind("after", seconds(after))
        .bind("counts", counts)
        .execute();
  }

  /** Says why a run that was just given back is not worked on; null says that it is. */
  static void waitingFor(Handle handle, String id, String reason) {
    handle
        .createUpdate("UPDATE workflow_run SET waiting_reason = :reason WHERE id = :id")
        .bind("id", id)
        .bind("reason", reason)
        .execute();
  }

  /** Of an instance's runs those that are to stop, with who asked for it. */
  static Map<String, String> toStop(Handle handle, InstanceName owner) {
    return handle
        .createQuery(
            """
            SELECT id, cancel_requested_by
            FROM workflow_run
            WHERE cancel_requested_at IS NOT NULL
              AND state = 'running'
              AND picked_by = :owner
            """)
        .bind("owner", owner.value())
        .map((row, context) -> Map.entry(row.getString(1), row.getString(2)))
        .stream()
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  /** Lets the lease of a locked run be over: the next sweep takes it. */
  static boolean endLease(Handle handle, String id) {
    return handle
            .createUpdate("UPDATE workflow_run SET lease_until = now() WHERE id = :id")
            .bind("id", id)
            .execute()
        == 1;
  }

  /** Counts that a locked run's worker died; answers how often that happened in a row. */
  static int died(Handle handle, String id) {
    return handle
        .createQuery(
            """
            UPDATE workflow_run
            SET deaths = deaths + 1
            WHERE id = :id
            RETURNING deaths
            """)
        .bind("id", id)
        .mapTo(Integer.class)
        .one();
  }

  /** Locks what an instance has claimed. */
  static List<String> heldBy(Handle handle, InstanceName owner) {
    return handle
        .createQuery(
            """
            SELECT id
            FROM workflow_run
            WHERE state = 'running'
              AND picked_by = :owner
            ORDER BY id
            FOR UPDATE
            """)
        .bind("owner", owner.value())
        .mapTo(String.class)
        .list();
  }

  static double seconds(Duration duration) {
    return duration.toMillis() / 1_000.0;
  }
}
