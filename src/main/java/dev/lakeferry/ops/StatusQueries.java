package dev.lakeferry.ops;

import java.time.OffsetDateTime;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import org.jdbi.v3.core.transaction.TransactionIsolationLevel;

/** Reads what {@code status} shows, all as of one moment. */
final class StatusQueries {
  private static final int LINES = 20;
  private static final int TABLES = 10;

  private final Jdbi jdbi;
  private final Long team;

  /** For one team, or all where it is null. */
  StatusQueries(Jdbi jdbi, Long team) {
    this.jdbi = jdbi;
    this.team = team;
  }

  Status read() {
    return jdbi.inTransaction(
        TransactionIsolationLevel.REPEATABLE_READ,
        handle ->
            new Status(
                handle.createQuery("SELECT now()").mapTo(OffsetDateTime.class).one().toInstant(),
                inbox(handle),
                workflows(handle),
                running(handle),
                failures(handle),
                published(handle)));
  }

  private long inbox(Handle handle) {
    return handle
        .createQuery(
            """
            SELECT count(*)
            FROM (
              SELECT team_id, taken_at FROM completed_import
              UNION ALL
              SELECT team_id, taken_at FROM completed_materialization) AS inbox
            WHERE taken_at IS NULL
              AND (CAST(:team AS bigint) IS NULL OR team_id = :team)
            """)
        .bind("team", team)
        .mapTo(Long.class)
        .one();
  }

  private List<Status.Workflow> workflows(Handle handle) {
    return handle
        .createQuery(
            """
            SELECT
              workflow,
              count(*) FILTER (WHERE state = 'due' AND not_before <= now()) AS due,
              count(*) FILTER (WHERE state = 'due' AND not_before > now()) AS later,
              count(*) FILTER (WHERE state = 'running') AS running,
              count(*) FILTER (WHERE outcome = 'completed') AS completed,
              count(*) FILTER (WHERE outcome = 'failed') AS failed,
              count(*) FILTER (WHERE outcome = 'skipped') AS skipped,
              count(*) FILTER (WHERE outcome = 'stale') AS stale,
              CAST(EXTRACT(EPOCH FROM now() - min(not_before)
                FILTER (WHERE state = 'due' AND not_before <= now())) AS bigint)
                AS oldest_due_seconds
            FROM workflow_run
            WHERE CAST(:team AS bigint) IS NULL OR team_id = :team
            GROUP BY workflow
            ORDER BY workflow
            """)
        .bind("team", team)
        .map(ConstructorMapper.of(Status.Workflow.class))
        .list();
  }

  private List<Status.Running> running(Handle handle) {
    return handle
        .createQuery(
            """
            WITH working AS (
              SELECT
                *,
                target_schema || '.' || target_table AS table_name,
                CASE
                  WHEN stage = 'land' THEN EXTRACT(EPOCH FROM clock_timestamp() - stage_started_at)
                END AS landing_seconds
              FROM managed_warehouse_source_job
              WHERE status = 'running'
                AND (CAST(:team AS bigint) IS NULL OR team_id = :team)
            )
            SELECT
              run_id AS run,
              attempt,
              table_name AS table,
              stage,
              CAST(EXTRACT(EPOCH FROM clock_timestamp() - started_at) * 1000 AS bigint)
                AS took_millis,
              objects_total,
              objects_done,
              bytes_done,
              CAST(bytes_done / NULLIF(landing_seconds, 0) AS bigint) AS bytes_per_second,
              CAST(landing_seconds * (objects_total - objects_done) / NULLIF(objects_done, 0)
                AS bigint) AS seconds_left
            FROM working
            ORDER BY started_at
            LIMIT :lines
            """)
        .bind("team", team)
        .bind("lines", LINES)
        .map(ConstructorMapper.of(Status.Running.class))
        .list();
  }

  private List<Status.Failure> failures(Handle handle) {
    return handle
        .createQuery(
            """
            SELECT
              run_id AS run,
              attempt,
              target_schema || '.' || target_table AS table,
              finished_at,
              split_part(latest_error, E'\\n', 1) AS error
            FROM managed_warehouse_source_job
            WHERE status = 'failed'
              AND finished_at > now() - INTERVAL '24 hours'
              AND (CAST(:team AS bigint) IS NULL OR team_id = :team)
            ORDER BY finished_at DESC
            LIMIT :lines
            """)
        .bind("team", team)
        .bind("lines", LINES)
        .map(ConstructorMapper.of(Status.Failure.class))
        .list();
  }

  private List<Status.Publication> published(Handle handle) {
    return handle
        .createQuery(
            """
            SELECT
              target_schema || '.' || target_table AS table,
              finished_at,
              rows,
              files,
              snapshot_id
            FROM (
              SELECT
                *,
                row_number() OVER (
                  PARTITION BY lake, target_schema, target_table
                  ORDER BY id DESC) AS newest
              FROM managed_warehouse_source_job
              WHERE status = 'completed'
                AND (CAST(:team AS bigint) IS NULL OR team_id = :team)) AS ended
            WHERE newest = 1
            ORDER BY finished_at DESC
            LIMIT :tables
            """)
        .bind("team", team)
        .bind("tables", TABLES)
        .map(ConstructorMapper.of(Status.Publication.class))
        .list();
  }
}
