package dev.lakeferry.overview;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * Reads what is known of every source schema and model.
 *
 * <p>The latest attempt is looked up across workflows; one that was skipped counts only where every
 * workflow of its job was skipped and none is due or running. What was applied last is looked up
 * separately, so that a later failure does not hide it. No expression here fails on odd data:
 * nothing is cast, and times are not reckoned with.
 */
final class SubjectReader {
  private static final String ATTEMPTS =
      """
      LEFT JOIN LATERAL (
        SELECT *
        FROM managed_warehouse_source_job AS attempt
        WHERE attempt.team_id = subject.team_id
          AND attempt.<column> = subject.id
          AND (attempt.status <> 'skipped' OR NOT EXISTS (
            SELECT
            FROM workflow_run AS other
            WHERE other.subject_kind = :kind
              AND other.team_id = attempt.team_id
              AND other.subject_id = attempt.<column>
              AND other.job_id = attempt.external_data_job_id
              AND other.outcome IS DISTINCT FROM 'skipped'))
        ORDER BY attempt.started_at DESC, attempt.id DESC
        LIMIT 1
      ) AS latest ON true
      LEFT JOIN LATERAL (
        SELECT *
        FROM managed_warehouse_source_job AS attempt
        WHERE attempt.team_id = subject.team_id
          AND attempt.<column> = subject.id
          AND attempt.status = 'completed'
        ORDER BY attempt.finished_at DESC, attempt.id DESC
        LIMIT 1
      ) AS applied ON true
      LEFT JOIN (
        SELECT team_id, subject_id, min(not_before) AS since
        FROM workflow_run
        WHERE state = 'due'
          AND subject_kind = :kind
          AND not_before <= now()
        GROUP BY team_id, subject_id
      ) AS due
        ON due.team_id = subject.team_id
        AND due.subject_id = subject.id
      """;

  private static final String ATTEMPT_COLUMNS =
      """
      latest.run_id,
      latest.workflow_type,
      latest.status,
      latest.stale_reason,
      latest.stage,
      latest.started_at,
      latest.target_schema || '.' || latest.target_table AS latest_table,
      left(latest.latest_error, 400) AS error,
      applied.run_id AS applied_run,
      applied.workflow_type AS applied_workflow,
      applied.finished_at AS applied_at,
      applied.completed_at AS data_from,
      applied.target_schema || '.' || applied.target_table AS applied_table,
      applied.rows AS applied_rows,
      due.since AS due_since
      """;

  /** Each is read by a connection of its own; the server takes most of the time. */
  static final int PARTS = 2;

  private final Jdbi jdbi;

  SubjectReader(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /**
   * All source schemas and models, or those of one team.
   *
   * @param team null for all
   */
  List<SubjectFacts> read(Long team) {
    if (team != null) {
      return jdbi.withHandle(
          handle -> {
            List<SubjectFacts> facts = new ArrayList<>(schemas(handle, team, null));
            facts.addAll(models(handle, team));
            return facts;
          });
    }
    List<Callable<List<SubjectFacts>>> parts = new ArrayList<>();
    for (int part = 0; part < PARTS; part++) {
      int number = part;
      parts.add(() -> jdbi.inTransaction(handle -> schemas(unjitted(handle), null, number)));
    }
    parts.add(() -> jdbi.inTransaction(handle -> models(unjitted(handle), null)));
    return InParallel.all(parts).stream().flatMap(List::stream).toList();
  }

  /** The plan costs enough to be compiled, and is over before that pays. */
  private static Handle unjitted(Handle handle) {
    handle.execute("SET LOCAL jit = off");
    return handle;
  }

  private static List<SubjectFacts> schemas(Handle handle, Long team, Integer part) {
    return handle
        .createQuery(schemasSql())
        .define("column", "source_schema_id")
        .bind("kind", SubjectKind.SOURCE_SCHEMA.id())
        .bind("team", team)
        .bind("part", part)
        .map((row, context) -> facts(row, SubjectKind.SOURCE_SCHEMA))
        .list();
  }

  static String schemasSql() {
    return """
            SELECT
              subject.team_id,
              subject.environment_id,
              subject.id,
              left(subject.name, 400) AS name,
              left(subject.source_id, 400) AS source_id,
              left(
                COALESCE(subject.source_name, NULLIF(subject.prefix, ''), subject.source_type),
                400) AS source_name,
              left(subject.source_type, 400) AS source_type,
              subject.should_sync,
              subject.last_synced_at,
              latest.status <> 'skipped' AND EXISTS (
                SELECT
                FROM workflow_run AS other
                WHERE other.subject_kind = 'source_schema'
                  AND other.team_id = latest.team_id
                  AND other.subject_id = latest.source_schema_id
                  AND other.job_id = latest.external_data_job_id
                  AND other.workflow <> latest.workflow_type
                  AND other.outcome IN ('completed', 'failed', 'stale')) AS both_workflows,
            """
        + ATTEMPT_COLUMNS
        + """
                FROM source_schema AS subject
                """
        + ATTEMPTS
        + """
                WHERE NOT subject.deleted
                  AND (CAST(:team AS bigint) IS NULL OR subject.team_id = :team)
                  AND (CAST(:part AS integer) IS NULL OR hashtext(subject.id) & 1 = :part)
                """;
  }

  /** Models are known by their runs: a saved query has no row of its own here. */
  private static List<SubjectFacts> models(Handle handle, Long team) {
    return handle
        .createQuery(
            """
            WITH RECURSIVE model (team_id, id) AS (
              (SELECT team_id, subject_id
              FROM workflow_run
              WHERE subject_kind = 'saved_query'
                AND (CAST(:team AS bigint) IS NULL OR team_id = :team)
              ORDER BY team_id, subject_id
              LIMIT 1)
              UNION ALL
              SELECT next.team_id, next.subject_id
              FROM model
              CROSS JOIN LATERAL (
                SELECT team_id, subject_id
                FROM workflow_run
                WHERE subject_kind = 'saved_query'
                  AND (team_id, subject_id) > (model.team_id, model.id)
                  AND (CAST(:team AS bigint) IS NULL OR team_id = :team)
                ORDER BY team_id, subject_id
                LIMIT 1
              ) AS next
            )
            SELECT
              subject.team_id,
              newest.environment_id,
              subject.id,
              left(COALESCE(
                NULLIF(newest.payload ->> 'model_label', ''),
                newest.payload ->> 'saved_query_name'), 400) AS name,
              CAST(NULL AS text) AS source_id,
              CAST(NULL AS text) AS source_name,
              CAST(NULL AS text) AS source_type,
              true AS should_sync,
              newest.completed_at AS last_synced_at,
              false AS both_workflows,
            """
                + ATTEMPT_COLUMNS
                + """
                FROM model AS subject
                CROSS JOIN LATERAL (
                  SELECT environment_id, payload, completed_at
                  FROM workflow_run
                  WHERE subject_kind = 'saved_query'
                    AND team_id = subject.team_id
                    AND subject_id = subject.id
                  ORDER BY completed_at DESC
                  LIMIT 1
                ) AS newest
                """
                + ATTEMPTS)
        .define("column", "saved_query_id")
        .bind("kind", SubjectKind.SAVED_QUERY.id())
        .bind("team", team)
        .map((row, context) -> facts(row, SubjectKind.SAVED_QUERY))
        .list();
  }

  private static SubjectFacts facts(ResultSet row, SubjectKind kind) throws SQLException {
    return new SubjectFacts(
        kind,
        row.getLong("team_id"),
        Read.number(row, "environment_id"),
        row.getString("id"),
        row.getString("name"),
        row.getString("source_id"),
        row.getString("source_name"),
        row.getString("source_type"),
        row.getBoolean("should_sync"),
        Read.time(row, "last_synced_at"),
        latest(row),
        applied(row),
        Read.time(row, "due_since"));
  }

  private static LatestAttempt latest(ResultSet row) throws SQLException {
    String run = row.getString("run_id");
    return run == null
        ? null
        : new LatestAttempt(
            run,
            row.getString("workflow_type"),
            row.getString("status"),
            row.getString("stale_reason"),
            row.getString("stage"),
            Read.time(row, "started_at"),
            row.getString("latest_table"),
            row.getString("error"),
            row.getBoolean("both_workflows"));
  }

  private static AppliedAttempt applied(ResultSet row) throws SQLException {
    String run = row.getString("applied_run");
    return run == null
        ? null
        : new AppliedAttempt(
            run,
            row.getString("applied_workflow"),
            Read.time(row, "applied_at"),
            Read.time(row, "data_from"),
            row.getString("applied_table"),
            Read.number(row, "applied_rows"));
  }
}
