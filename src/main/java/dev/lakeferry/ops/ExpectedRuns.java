package dev.lakeferry.ops;

import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;

/**
 * Tells which runs a completion in the inbox is or becomes, by the rules of {@code
 * routes/intake.camel.yaml}: the first generation of a job that is taken has the plain id, a later
 * one its token behind it, and one that is known is the run that it was.
 */
final class ExpectedRuns {
  private static final String BY_GENERATION =
      """
      , wanted AS (
        SELECT
          workflow,
          generation.*,
          concat_ws('-', replace(workflow, '.', '-'), team_id, subject, job_id) AS plain_id
        FROM unnest(CAST(:workflows AS text[])) AS workflow
        CROSS JOIN generation
        WHERE id = :inbox
      )
      SELECT
        wanted.workflow,
        COALESCE(
          run.id,
          CASE
            WHEN EXISTS (
              SELECT
              FROM generation AS other
              WHERE other.taken_at IS NULL
                AND other.token <> wanted.token)
              THEN NULL
            WHEN NOT EXISTS (SELECT FROM workflow_run WHERE id = plain_id)
              THEN plain_id
            WHEN NOT EXISTS (SELECT FROM workflow_run WHERE id = plain_id || '-' || wanted.token)
              THEN plain_id || '-' || wanted.token
            ELSE plain_id || '-' || wanted.token || '-' || wanted.id
          END) AS id,
        COALESCE(run.outcome, run.state, 'announced') AS state
      FROM wanted
      LEFT JOIN workflow_run AS run
        ON run.workflow = wanted.workflow
        AND run.team_id = wanted.team_id
        AND run.subject_id = wanted.subject
        AND run.job_id = wanted.job_id
        AND run.token = wanted.token
      ORDER BY wanted.workflow DESC
      """;

  private ExpectedRuns() {}

  /** Those of an import. */
  static List<ExpectedRun> ofImport(Handle handle, long inboxId) {
    return of(
        handle,
        inboxId,
        List.of("ducklake-register.data-imports", "ducklake-copy.data-imports"),
        """
        WITH generation AS (
          SELECT
            other.id,
            other.team_id,
            other.source_schema_id AS subject,
            other.job_id,
            other.taken_at,
            COALESCE(
              substring(other.prepared_folder FROM '__query_([0-9]{1,20}(?:_[0-9a-f]{8})?)$'),
              left(encode(sha256(convert_to(other.prepared_folder, 'UTF8')), 'hex'), 12),
              'none') AS token
          FROM completed_import AS mine
          JOIN completed_import AS other USING (team_id, source_schema_id, job_id)
          WHERE mine.id = :inbox
            AND (other.id = :inbox OR other.taken_at IS NULL)
        )
        """);
  }

  /** That of a model. */
  static List<ExpectedRun> ofModel(Handle handle, long inboxId) {
    return of(
        handle,
        inboxId,
        List.of("ducklake-copy.data-modeling"),
        """
        WITH generation AS (
          SELECT
            other.id,
            other.team_id,
            other.saved_query_id AS subject,
            other.job_id,
            other.taken_at,
            COALESCE('v' || other.delta_version, 'none') AS token
          FROM completed_materialization AS mine
          JOIN completed_materialization AS other USING (team_id, saved_query_id, job_id)
          WHERE mine.id = :inbox
            AND (other.id = :inbox OR other.taken_at IS NULL)
        )
        """);
  }

  private static List<ExpectedRun> of(
      Handle handle, long inboxId, List<String> workflows, String generation) {
    return handle
        .createQuery(generation + BY_GENERATION)
        .bind("inbox", inboxId)
        .bind("workflows", workflows.toArray(String[]::new))
        .map(ConstructorMapper.of(ExpectedRun.class))
        .list();
  }
}
