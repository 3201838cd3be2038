package dev.lakeferry.job;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * Ends due runs whose gate is off, many in one transaction and without a worker: a team with a
 * hundred thousand of them is through in seconds. What comes of it is what {@link Jobs#skip} makes
 * of one claimed run.
 *
 * <p>Runs with an attempt that waits for a busy table are left to their workers.
 */
public final class ClosedGates {
  /** How many runs one transaction ends at most. */
  public static final int BATCH = 1_000;

  private final Jdbi jdbi;
  private final InstanceName instance;
  private final ErrorText errors;

  /**
   * Takes what it writes with.
   *
   * @param instance the name by which this process works
   * @param errors keeps secrets out of stored reasons
   */
  public ClosedGates(Jdbi jdbi, InstanceName instance, ErrorText errors) {
    this.jdbi = jdbi;
    this.instance = instance;
    this.errors = errors;
  }

  /**
   * Whom runs are for, as their completions tell it.
   *
   * @param teamUuid may be null
   * @param organizationId may be null
   */
  public record Asked(long teamId, String teamUuid, String organizationId) {
    private static Asked of(ResultSet row) throws SQLException {
      return new Asked(row.getLong(1), row.getString(2), row.getString(3));
    }
  }

  /**
   * Whose gate is off.
   *
   * @param reason in words, for the operator
   */
  public record Closed(Asked asked, String reason) {}

  /** Whom each team's first due run of a workflow is for. */
  public List<Asked> waiting(String workflow) {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(
                    """
                    WITH RECURSIVE team (id) AS (
                      SELECT min(team_id)
                      FROM workflow_run
                      WHERE workflow = :workflow
                        AND state = 'due'
                      UNION ALL
                      SELECT (
                        SELECT min(team_id)
                        FROM workflow_run
                        WHERE workflow = :workflow
                          AND state = 'due'
                          AND team_id > team.id)
                      FROM team
                      WHERE team.id IS NOT NULL
                    )
                    SELECT team.id, first.payload ->> 'team_uuid', first.payload ->> 'organization_id'
                    FROM team
                    CROSS JOIN LATERAL (
                      SELECT payload
                      FROM workflow_run
                      WHERE workflow = :workflow
                        AND team_id = team.id
                        AND state = 'due'
                        AND not_before <= now()
                      ORDER BY not_before, inbox_id
                      LIMIT 1
                    ) AS first
                    """)
                .bind("workflow", workflow)
                .map((row, context) -> Asked.of(row))
                .list());
  }

  /**
   * Skips due runs of a workflow, {@link #BATCH} at most; one that another process takes at this
   * moment is left to it.
   *
   * @return how many
   */
  public int skip(String workflow, List<Closed> closed) {
    return jdbi.inTransaction(
        handle -> {
          List<Due> due = lock(handle, workflow, closed);
          if (!due.isEmpty()) {
            forgetEarlier(handle, due);
            insert(handle, due);
            end(handle, due);
          }
          return due.size();
        });
  }

  /**
   * A run that is locked.
   *
   * @param attempt the number of its next attempt
   */
  private record Due(String id, int attempt, String reason) {}

  private List<Due> lock(Handle handle, String workflow, List<Closed> closed) {
    return handle
        .createQuery(
            """
            SELECT
              run.id,
              1 + COALESCE((
                SELECT max(attempt)
                FROM managed_warehouse_source_job
                WHERE run_id = run.id), 0),
              closed.reason
            FROM unnest(
              CAST(:teams AS bigint[]),
              CAST(:uuids AS text[]),
              CAST(:organizations AS text[]),
              CAST(:reasons AS text[])
            ) AS closed (team_id, team_uuid, organization_id, reason)
            CROSS JOIN LATERAL (
              SELECT id
              FROM workflow_run
              WHERE workflow = :workflow
                AND team_id = closed.team_id
                AND state = 'due'
                AND not_before <= now()
                AND payload ->> 'team_uuid' IS NOT DISTINCT FROM closed.team_uuid
                AND payload ->> 'organization_id' IS NOT DISTINCT FROM closed.organization_id
                AND NOT EXISTS (
                  SELECT
                  FROM managed_warehouse_source_job AS waiting
                  WHERE waiting.run_id = workflow_run.id
                    AND waiting.status = 'running')
              ORDER BY not_before, inbox_id
              LIMIT :most
              FOR UPDATE SKIP LOCKED
            ) AS run
            LIMIT :most
            """)
        .bind("workflow", workflow)
        .bind("teams", each(closed, one -> one.asked().teamId(), Long[]::new))
        .bind("uuids", each(closed, one -> one.asked().teamUuid(), String[]::new))
        .bind("organizations", each(closed, one -> one.asked().organizationId(), String[]::new))
        .bind("reasons", each(closed, one -> errors.of(one.reason()), String[]::new))
        .bind("most", BATCH)
        .map((row, context) -> new Due(row.getString(1), row.getInt(2), row.getString(3)))
        .list();
  }

  /** A gate that is off is told once a run, however often it is asked. */
  private static void forgetEarlier(Handle handle, List<Due> due) {
    handle
        .createUpdate(
            """
            DELETE FROM managed_warehouse_source_job
            WHERE run_id = ANY(CAST(:runs AS text[]))
              AND status = 'skipped'
              AND landing_prefix IS NULL
            """)
        .bind("runs", each(due, Due::id, String[]::new))
        .execute();
  }

  private void insert(Handle handle, List<Due> due) {
    handle
        .createUpdate(
            """
            INSERT INTO managed_warehouse_source_job (
              run_id, attempt, team_id, environment_id, source_schema_id, saved_query_id,
              model_label, external_data_job_id, workflow_type, workflow_id, token, completed_at,
              folder_time, inbox_id, status, owner, finished_at, latest_error)
            SELECT
              run.id,
              due.attempt,
              team_id,
              environment_id,
              CASE WHEN subject_kind = 'source_schema' THEN subject_id END,
              CASE WHEN subject_kind = 'saved_query' THEN subject_id END,
              payload ->> 'model_label',
              job_id,
              workflow,
              run.id,
              token,
              completed_at,
              folder_time,
              inbox_id,
              'skipped',
              :owner,
              now(),
              due.reason
            FROM unnest(
              CAST(:runs AS text[]), CAST(:attempts AS integer[]), CAST(:reasons AS text[])
            ) AS due (id, attempt, reason)
            JOIN workflow_run AS run ON run.id = due.id
            """)
        .bind("owner", instance.value())
        .bind("runs", each(due, Due::id, String[]::new))
        .bind("attempts", each(due, Due::attempt, Integer[]::new))
        .bind("reasons", each(due, Due::reason, String[]::new))
        .execute();
  }

  private static void end(Handle handle, List<Due> due) {
    handle
        .createUpdate(
            """
            UPDATE workflow_run
            SET state = 'done',
              outcome = 'skipped',
              deaths = 0,
              cancel_requested_by = NULL,
              cancel_requested_at = NULL,
              waiting_reason = NULL,
              updated_at = now()
            WHERE id = ANY(CAST(:runs AS text[]))
            """)
        .bind("runs", each(due, Due::id, String[]::new))
        .execute();
  }

  private static <T, V> V[] each(List<T> all, Function<T, V> part, IntFunction<V[]> array) {
    return all.stream().map(part).toArray(array);
  }
}
