package dev.lakeferry.overview;

import dev.lakeferry.state.Rows;
import dev.lakeferry.state.StateDatabase;

/** Writes rows of the state tables as intake and the workflows leave them. */
public final class Seed {
  public static final String REGISTER = "ducklake-register.data-imports";
  public static final String COPY = "ducklake-copy.data-imports";
  public static final String MODEL = "ducklake-copy.data-modeling";

  private final StateDatabase state;

  /** Takes a migrated state database. */
  public Seed(StateDatabase state) {
    this.state = state;
  }

  /** A source schema, {@code s<number>} of team and source; synced so many minutes ago. */
  public void schema(long team, String id, String source, String name, Integer syncedMinutesAgo) {
    Rows.change(
        state,
        """
        INSERT INTO source_schema (
          id, team_id, source_id, source_name, source_type, prefix, name, last_synced_at)
        VALUES (?, ?, ?, ?, 'Stripe', 'prod', ?, now() - make_interval(mins => ?))
        """,
        id,
        team,
        source,
        "Source " + source,
        name,
        syncedMinutesAgo);
  }

  /** A run that is due, made so many minutes ago. */
  public String due(String workflow, long team, String subject, String job, int minutesAgo) {
    return run(workflow, team, subject, job, null, minutesAgo);
  }

  /** A run that ended with one attempt, begun so many minutes ago; answers the run's id. */
  public String ended(
      String workflow, long team, String subject, String job, String status, int minutesAgo) {
    String run = run(workflow, team, subject, job, status, minutesAgo);
    attempt(run, status, minutesAgo);
    return run;
  }

  /** A run with the given outcome, or due without one. */
  public String run(
      String workflow, long team, String subject, String job, String outcome, int minutesAgo) {
    String id = workflow.replace('.', '-') + "-" + team + "-" + subject + "-" + job;
    boolean model = workflow.equals(MODEL);
    Rows.change(
        state,
        """
        INSERT INTO workflow_run (
          id, workflow, team_id, subject_kind, subject_id, job_id, token, payload, completed_at,
          inbox_id, state, outcome, not_before, created_at, updated_at)
        SELECT
          ?, ?, ?, ?, ?, ?, 'none',
          CAST(? AS jsonb) || COALESCE((
            SELECT jsonb_build_object('name', name) FROM source_schema WHERE id = ?), '{}'),
          at, 1,
          CASE WHEN CAST(? AS text) IS NULL THEN 'due' ELSE 'done' END, ?, at, at, at
        FROM (SELECT now() - make_interval(mins => ?) AS at) AS minutes
        """,
        id,
        workflow,
        team,
        model ? "saved_query" : "source_schema",
        subject,
        job,
        model
            ? "{\"saved_query_name\": \"Query of %s\", \"model_label\": \"%s\"}"
                .formatted(subject, subject)
            : "{}",
        subject,
        outcome,
        outcome,
        minutesAgo);
    return id;
  }

  /** The next attempt at a run, begun so many minutes ago and, unless running, finished then. */
  public long attempt(String run, String status, int minutesAgo) {
    Long id =
        Rows.value(
            state,
            Long.class,
            """
            INSERT INTO managed_warehouse_source_job (
              run_id, attempt, team_id, source_schema_id, saved_query_id, external_data_job_id,
              workflow_type, workflow_id, token, completed_at, inbox_id, status, stale_reason,
              latest_error, failure_kind, kept, lake, target_schema, target_table, started_at,
              finished_at, stage, stage_started_at, files, rows, bytes, snapshot_id)
            SELECT
              id,
              1 + (
                SELECT count(*)
                FROM managed_warehouse_source_job AS earlier
                WHERE earlier.run_id = workflow_run.id),
              team_id,
              CASE WHEN subject_kind = 'source_schema' THEN subject_id END,
              CASE WHEN subject_kind = 'saved_query' THEN subject_id END,
              job_id, workflow, id, token, completed_at, inbox_id, status,
              CASE WHEN status = 'stale' THEN 'superseded' END,
              CASE WHEN status = 'failed' THEN 'It failed; the live table stays.' END,
              CASE WHEN status = 'failed' THEN 'final' END,
              CASE WHEN status = 'failed' THEN 'The live table and its objects.' END,
              'lake', 'insights_data_imports_team_' || team_id, 'stripe_prod_' || subject_id, at,
              CASE WHEN status <> 'running' THEN at END,
              CASE WHEN status <> 'skipped' THEN 'publish' END, at,
              CASE WHEN status = 'completed' THEN 12 END,
              CASE WHEN status = 'completed' THEN 34567 END,
              CASE WHEN status = 'completed' THEN 8901234 END,
              CASE WHEN status = 'completed' THEN 42 END
            FROM workflow_run
            CROSS JOIN (
              SELECT now() - make_interval(mins => ?) AS at, CAST(? AS text) AS status) AS given
            WHERE id = ?
            RETURNING id
            """,
            minutesAgo,
            status,
            run);
    return id;
  }

  /** Ten thousand source schemas of a hundred teams, each with so many jobs in two workflows. */
  public void many(int schemas, int jobs) {
    Rows.change(
        state,
        """
        INSERT INTO source_schema (
          id, team_id, source_id, source_name, source_type, prefix, name, last_synced_at)
        SELECT
          'schema-' || n, 1 + n % 100, 'source-' || n % 1000, 'Shop ' || n % 1000, 'Stripe', 'prod',
          'table_' || n, now() - make_interval(mins => n % 90)
        FROM generate_series(1, ?) AS n
        """,
        schemas);
    Rows.change(
        state,
        """
        INSERT INTO workflow_run (
          id, workflow, team_id, subject_kind, subject_id, job_id, token, payload, completed_at,
          inbox_id, state, outcome, not_before, created_at, updated_at)
        SELECT
          workflow || '-' || n || '-' || job, workflow, 1 + n % 100, 'source_schema',
          'schema-' || n, 'job-' || n || '-' || job, 'none', '{"name": "x"}', at, n,
          'done', outcome, at, at, at
        FROM generate_series(1, ?) AS n
        CROSS JOIN generate_series(1, ?) AS job
        CROSS JOIN (
          VALUES ('ducklake-register.data-imports'), ('ducklake-copy.data-imports')
        ) AS name (workflow)
        CROSS JOIN LATERAL (
          SELECT
            now() - make_interval(mins => n % 90 + 360 * (job - 1)) AS at,
            CASE
              WHEN workflow = 'ducklake-copy.data-imports' THEN 'skipped'
              WHEN n % 50 = 0 THEN 'failed'
              ELSE 'completed'
              END AS outcome) AS made
        """,
        schemas,
        jobs);
    Rows.change(
        state,
        """
        INSERT INTO managed_warehouse_source_job (
          run_id, attempt, team_id, source_schema_id, external_data_job_id, workflow_type,
          workflow_id, token, completed_at, inbox_id, status, latest_error, failure_kind, lake,
          target_schema, target_table, started_at, finished_at, rows)
        SELECT
          id, 1, team_id, subject_id, job_id, workflow, id, token, completed_at, inbox_id, outcome,
          CASE WHEN outcome = 'failed' THEN repeat('It failed. ', 100) END,
          CASE WHEN outcome = 'failed' THEN 'final' END,
          'lake', 'insights_data_imports_team_' || team_id, subject_id, created_at, created_at, 1000
        FROM workflow_run
        """);
    state
        .jdbi()
        .useHandle(
            handle ->
                handle.execute(
                    "ANALYZE source_schema, workflow_run, managed_warehouse_source_job"));
  }
}
