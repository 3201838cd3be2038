package dev.lakeferry.overview;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.statement.Query;

/** Lists runs, the newest first, a page at a time. */
public final class RunLists {
  /** How many runs a page has at most. */
  public static final int LARGEST_PAGE = 500;

  private final Jdbi jdbi;

  /** Takes the state database. */
  public RunLists(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /**
   * Reads a page.
   *
   * @param cursor what the page before answered; empty for the first
   * @param limit runs on a page, 1 to {@link #LARGEST_PAGE}
   * @throws IllegalArgumentException if the cursor is none of ours
   */
  public RunPage page(RunFilter filter, Optional<String> cursor, int limit) {
    int size = Math.max(1, Math.min(limit, LARGEST_PAGE));
    RunCursor behind = cursor.map(RunCursor::parse).orElse(null);
    return jdbi.withHandle(handle -> page(handle, filter, behind, size));
  }

  private static RunPage page(Handle handle, RunFilter filter, RunCursor behind, int size) {
    Instant now = handle.createQuery("SELECT now()").mapTo(OffsetDateTime.class).one().toInstant();
    List<RunLine> read = lines(handle, filter, behind, size + 1, now);
    boolean more = read.size() > size;
    List<RunLine> lines = more ? read.subList(0, size) : read;
    RunLine last = more ? lines.get(size - 1) : null;
    return new RunPage(
        now, lines, last == null ? null : new RunCursor(last.createdAt(), last.runId()).text());
  }

  private static List<RunLine> lines(
      Handle handle, RunFilter filter, RunCursor behind, int limit, Instant now) {
    return query(handle, "", filter, behind, limit).map((row, context) -> line(row, now)).list();
  }

  /** The query of a page; what comes before it is empty, or an EXPLAIN. */
  static Query query(Handle handle, String before, RunFilter filter, RunCursor behind, int limit) {
    return handle
        .createQuery(
            before
                + """
                SELECT
                  run.*,
                  COALESCE(run.outcome, run.state) AS shown,
                  left(COALESCE(
                    NULLIF(run.payload ->> 'model_label', ''),
                    run.payload ->> 'saved_query_name',
                    run.payload ->> 'name'), 400) AS name,
                  newest.attempt,
                  newest.stage,
                  newest.target_schema || '.' || newest.target_table AS table_name,
                  newest.rows,
                  newest.bytes,
                  newest.objects_done,
                  newest.objects_total,
                  newest.started_at,
                  newest.finished_at,
                  left(split_part(newest.latest_error, E'\\n', 1), 400) AS error
                FROM (
                  SELECT *
                  FROM workflow_run
                  WHERE <where>
                  ORDER BY created_at DESC, id DESC
                  LIMIT :limit
                ) AS run
                LEFT JOIN LATERAL (
                  SELECT *
                  FROM managed_warehouse_source_job
                  WHERE run_id = run.id
                  ORDER BY attempt DESC
                  LIMIT 1
                ) AS newest ON true
                ORDER BY run.created_at DESC, run.id DESC
                """)
        .define("where", where(filter, behind))
        .bind("limit", limit)
        .bind("team", filter.team())
        .bind("state", filter.state())
        .bind("workflow", filter.workflow())
        .bind("schema", filter.schema())
        .bind("table", filter.table())
        .bind("subject", filter.subject())
        .bind("createdAt", behind == null ? null : behind.createdAt())
        .bind("id", behind == null ? null : behind.id());
  }

  /** Only the conditions that are asked for, so that each plan has its index. */
  private static String where(RunFilter filter, RunCursor behind) {
    List<String> conditions = new ArrayList<>(List.of("true"));
    if (filter.team() != null) {
      conditions.add("team_id = :team");
    }
    if (filter.state() != null) {
      boolean open = filter.state().equals("due") || filter.state().equals("running");
      conditions.add(open ? "state = :state" : "outcome = :state");
    }
    if (filter.workflow() != null) {
      conditions.add("workflow = :workflow");
    }
    if (filter.subject() != null) {
      // The index of a job's runs begins with the kind; both kinds are asked.
      conditions.add("subject_kind IN ('source_schema', 'saved_query')");
      conditions.add("subject_id = :subject");
    }
    if (filter.table() != null) {
      conditions.add(
          """
          id IN (
            SELECT run_id
            FROM managed_warehouse_source_job
            WHERE target_table = :table
              AND target_schema = :schema)
          """);
    }
    if (behind != null) {
      conditions.add("(created_at, id) < (:createdAt, :id)");
    }
    return String.join("\nAND ", conditions);
  }

  private static RunLine line(ResultSet row, Instant now) throws SQLException {
    Instant started = Read.time(row, "started_at");
    Instant finished = Read.time(row, "finished_at");
    Instant created = Read.time(row, "created_at");
    Long attempt = Read.number(row, "attempt");
    return new RunLine(
        row.getString("id"),
        row.getString("workflow"),
        row.getLong("team_id"),
        row.getString("subject_id"),
        row.getString("job_id"),
        row.getString("name"),
        row.getString("table_name"),
        row.getString("shown"),
        attempt == null ? null : attempt.intValue(),
        row.getString("stage"),
        Read.number(row, "rows"),
        Read.number(row, "bytes"),
        Read.number(row, "objects_done"),
        Read.number(row, "objects_total"),
        created == null ? Instant.EPOCH : created,
        Read.time(row, "not_before"),
        started,
        finished,
        started == null
            ? null
            : Math.max(0, Duration.between(started, finished == null ? now : finished).toSeconds()),
        row.getString("error"));
  }
}
