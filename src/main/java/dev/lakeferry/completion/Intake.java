package dev.lakeferry.completion;

import java.util.List;
import org.jdbi.v3.core.Jdbi;

/**
 * Turns completions into workflow runs, in one statement: a crash between two would lose them.
 *
 * <p>It may run any number of times and in any number of replicas at once. A completion counts as
 * taken only when each of its runs was made here or is there already, so one that lost a race for a
 * run's id is taken at the next poll. Nothing in it can fail on odd data: one bad row must not keep
 * the others out.
 */
public final class Intake {
  /**
   * The statement, as the shipped route runs it. It takes at most 500 completions, oldest first,
   * and returns the inbox ids of those it took.
   *
   * <p>The first generation of a job that is taken gets the plain run id, each later one its token
   * behind it; where ids still collide (a job whose name ends like another's token) the inbox id
   * follows. The token is that of the prepared folder's name (its trailing {@code
   * __query_<epoch>[_<8 hex>]}, else the first 12 hex digits of its SHA-256). A time in the folder
   * counts only if it is whole seconds of 9 or 10 digits. A completion cannot have finished after
   * it was inserted: such a clock would let an old generation stand above all later ones.
   */
  public static final String SQL =
      """
      WITH workflow (name) AS (
        VALUES ('ducklake-register.data-imports')
      ),
      due AS (
        SELECT *
        FROM completed_import
        WHERE taken_at IS NULL
        ORDER BY id
        LIMIT 500
        FOR UPDATE SKIP LOCKED
      ),
      generation AS (
        SELECT
          due.id AS inbox_id,
          team_id,
          environment_id,
          organization_id,
          source_schema_id,
          job_id,
          COALESCE(
            substring(prepared_folder FROM '__query_([0-9]{1,20}(?:_[0-9a-f]{8})?)$'),
            left(encode(sha256(convert_to(prepared_folder, 'UTF8')), 'hex'), 12),
            'none') AS token,
          LEAST(finished_at, created_at) AS completed_at,
          to_timestamp(CAST(
            substring(prepared_folder FROM '__query_([0-9]{9,10})(?:_[0-9a-f]{8})?$')
            AS bigint)) AS folder_time,
          to_jsonb(due) - 'taken_at' AS payload
        FROM due
      ),
      known AS (
        SELECT workflow.name AS workflow, generation.inbox_id
        FROM generation
        CROSS JOIN workflow
        JOIN workflow_run AS run
          ON run.workflow = workflow.name
          AND run.team_id = generation.team_id
          AND run.subject_id = generation.source_schema_id
          AND run.job_id = generation.job_id
          AND run.token = generation.token
      ),
      wanted AS (
        SELECT DISTINCT ON (workflow.name, team_id, source_schema_id, job_id, token)
          workflow.name AS workflow,
          generation.*,
          concat_ws('-',
            replace(workflow.name, '.', '-'), team_id, source_schema_id, job_id) AS plain_id
        FROM generation
        CROSS JOIN workflow
        WHERE NOT EXISTS (
          SELECT
          FROM known
          WHERE known.workflow = workflow.name
            AND known.inbox_id = generation.inbox_id)
        ORDER BY workflow.name, team_id, source_schema_id, job_id, token, generation.inbox_id
      ),
      numbered AS (
        SELECT
          *,
          row_number() OVER (
            PARTITION BY plain_id
            ORDER BY completed_at, folder_time NULLS FIRST, inbox_id) AS place
        FROM wanted
      ),
      named AS (
        SELECT
          *,
          CASE
            WHEN place = 1
              AND NOT EXISTS (SELECT FROM workflow_run WHERE id = plain_id)
              THEN plain_id
            WHEN NOT EXISTS (SELECT FROM workflow_run WHERE id = plain_id || '-' || token)
              THEN plain_id || '-' || token
            ELSE plain_id || '-' || token || '-' || inbox_id
          END AS run_id
        FROM numbered
      ),
      made AS (
        INSERT INTO workflow_run (
          id, workflow, team_id, environment_id, organization_id, subject_kind, subject_id,
          job_id, token, payload, completed_at, folder_time, inbox_id)
        SELECT
          run_id, workflow, team_id, environment_id, organization_id, 'source_schema',
          source_schema_id, job_id, token, payload, completed_at, folder_time, inbox_id
        FROM named
        ORDER BY run_id
        ON CONFLICT DO NOTHING
        RETURNING workflow, team_id, subject_id, job_id, token
      ),
      seen AS (
        INSERT INTO source_schema (
          id, team_id, environment_id, source_id, source_name, source_type, prefix, name,
          last_synced_at)
        SELECT DISTINCT ON (team_id, source_schema_id)
          source_schema_id, team_id, environment_id, source_id, source_name, source_type, prefix,
          name, LEAST(finished_at, created_at)
        FROM due
        ORDER BY team_id, source_schema_id, LEAST(finished_at, created_at) DESC, id DESC
        ON CONFLICT (team_id, id) DO UPDATE SET
          environment_id = EXCLUDED.environment_id,
          source_id = COALESCE(EXCLUDED.source_id, source_schema.source_id),
          source_name = COALESCE(EXCLUDED.source_name, source_schema.source_name),
          source_type = COALESCE(EXCLUDED.source_type, source_schema.source_type),
          prefix = COALESCE(EXCLUDED.prefix, source_schema.prefix),
          name = COALESCE(EXCLUDED.name, source_schema.name),
          last_synced_at = EXCLUDED.last_synced_at,
          updated_at = now()
        WHERE source_schema.last_synced_at IS NULL
          OR source_schema.last_synced_at <= EXCLUDED.last_synced_at
      )
      UPDATE completed_import
      SET taken_at = now()
      FROM generation
      WHERE completed_import.id = generation.inbox_id
        AND NOT EXISTS (
          SELECT
          FROM workflow
          WHERE NOT EXISTS (
            SELECT
            FROM known
            WHERE known.workflow = workflow.name
              AND known.inbox_id = generation.inbox_id)
          AND NOT EXISTS (
            SELECT
            FROM made
            WHERE made.workflow = workflow.name
              AND made.team_id = generation.team_id
              AND made.subject_id = generation.source_schema_id
              AND made.job_id = generation.job_id
              AND made.token = generation.token))
      RETURNING completed_import.id
      """;

  private final Jdbi jdbi;

  /** Takes the state database. */
  public Intake(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /** Runs the statement once; answers the inbox ids that were taken, in no order. */
  public List<Long> take() {
    return jdbi.inTransaction(handle -> handle.createQuery(SQL).mapTo(Long.class).list());
  }
}
