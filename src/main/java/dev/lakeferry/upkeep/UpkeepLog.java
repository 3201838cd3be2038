package dev.lakeferry.upkeep;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.upkeep.UpkeepEntry.Outcome;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.statement.StatementContext;

/** Rows of {@code upkeep_log}. */
public final class UpkeepLog {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int LONGEST = 2_000;

  private final Jdbi jdbi;
  private final String lake;

  /** Takes the state database, and which lake is meant. */
  public UpkeepLog(Jdbi jdbi, String lake) {
    this.jdbi = jdbi;
    this.lake = lake;
  }

  /** A step begins; answers the id of its row. */
  long begin(Step step, TableName table, boolean dryRun) {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(
                    """
                    INSERT INTO upkeep_log (lake, step, table_schema, table_name, dry_run)
                    VALUES (:lake, :step, :schema, :table, :dryRun)
                    RETURNING id
                    """)
                .bind("lake", lake)
                .bind("step", step.id())
                .bind("schema", table == null ? null : table.schema())
                .bind("table", table == null ? null : table.table())
                .bind("dryRun", dryRun)
                .mapTo(Long.class)
                .one());
  }

  /**
   * A step ended.
   *
   * @param error without secrets; null unless it failed
   */
  UpkeepEntry end(long id, Done done, String error) {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(
                    """
                    UPDATE upkeep_log
                    SET finished_at = clock_timestamp(),
                      outcome = :outcome,
                      figures = CAST(:figures AS jsonb),
                      notes = left(:notes, :longest),
                      snapshot_id = :snapshot,
                      error = left(:error, :longest)
                    WHERE id = :id
                    RETURNING *
                    """)
                .bind("id", id)
                .bind("outcome", done.outcome().id())
                .bind("figures", json(done.figures()))
                .bind("notes", done.notes().isEmpty() ? null : String.join("\n", done.notes()))
                .bind("snapshot", done.snapshot().orElse(null))
                .bind("error", error)
                .bind("longest", LONGEST)
                .map(UpkeepLog::entry)
                .one());
  }

  /** How many seconds ago each step was done last, or found nothing to do; by step. */
  public Map<String, Double> agesOfDone() {
    return jdbi.withHandle(
        handle -> {
          Map<String, Double> ages = new LinkedHashMap<>();
          handle
              .createQuery(
                  """
                  SELECT step, EXTRACT(EPOCH FROM now() - max(finished_at))
                  FROM upkeep_log
                  WHERE lake = :lake
                    AND NOT dry_run
                    AND outcome IN ('done', 'nothing')
                  GROUP BY step
                  """)
              .bind("lake", lake)
              .map((row, context) -> ages.put(row.getString(1), row.getDouble(2)))
              .list();
          return ages;
        });
  }

  /** Whether a step that changes something began less than so long ago, wherever it was. */
  boolean begunWithin(Step step, Duration time) {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT EXISTS (
                      SELECT
                      FROM upkeep_log
                      WHERE lake = :lake
                        AND step = :step
                        AND NOT dry_run
                        AND started_at > now() - make_interval(secs => :time))
                    """)
                .bind("lake", lake)
                .bind("step", step.id())
                .bind("time", time.toMillis() / 1_000.0)
                .mapTo(Boolean.class)
                .one());
  }

  /**
   * The newest entries first.
   *
   * @param step only of this one, or null
   * @param limit at most so many
   */
  public List<UpkeepEntry> newest(Step step, int limit) {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT *
                    FROM upkeep_log
                    WHERE lake = :lake
                      AND (CAST(:step AS text) IS NULL OR step = :step)
                    ORDER BY id DESC
                    LIMIT :limit
                    """)
                .bind("lake", lake)
                .bind("step", step == null ? null : step.id())
                .bind("limit", limit)
                .map(UpkeepLog::entry)
                .list());
  }

  /**
   * Forgets what began longer ago than an age. The newest row of each step stays, and of each table
   * the one that tells its newest snapshot.
   */
  int prune(Duration age) {
    return jdbi.withHandle(
        handle ->
            handle
                .createUpdate(
                    """
                    DELETE FROM upkeep_log
                    WHERE lake = :lake
                      AND started_at < now() - make_interval(secs => :age)
                      AND id NOT IN (
                        SELECT max(id)
                        FROM upkeep_log
                        WHERE lake = :lake
                        GROUP BY step)
                      AND id NOT IN (
                        SELECT max(id)
                        FROM upkeep_log
                        WHERE lake = :lake
                          AND snapshot_id IS NOT NULL
                        GROUP BY table_schema, table_name)
                    """)
                .bind("lake", lake)
                .bind("age", age.toMillis() / 1_000.0)
                .execute());
  }

  private static UpkeepEntry entry(ResultSet row, StatementContext context) throws SQLException {
    String schema = row.getString("table_schema");
    String outcome = row.getString("outcome");
    String notes = row.getString("notes");
    return new UpkeepEntry(
        row.getLong("id"),
        Step.of(row.getString("step")),
        schema == null ? null : new TableName(schema, row.getString("table_name")),
        row.getBoolean("dry_run"),
        instant(row, "started_at"),
        instant(row, "finished_at"),
        outcome == null ? null : Outcome.valueOf(outcome.toUpperCase(Locale.ROOT)),
        figures(row.getString("figures")),
        notes == null ? List.of() : notes.lines().toList(),
        row.getString("error"));
  }

  private static Instant instant(ResultSet row, String column) throws SQLException {
    Timestamp time = row.getTimestamp(column);
    return time == null ? null : time.toInstant();
  }

  private static String json(Map<String, Long> figures) {
    try {
      return JSON.writeValueAsString(figures);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Figures cannot be written as JSON.", e);
    }
  }

  private static Map<String, Long> figures(String json) {
    try {
      return JSON.readValue(json, new TypeReference<LinkedHashMap<String, Long>>() {});
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("The figures of an upkeep step are not JSON.", e);
    }
  }
}
