package dev.lakeferry.lake;

import dev.lakeferry.naming.TableName;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What the lake holds, for people who look at it. Reads only. */
public final class CatalogContents {
  private final Catalog catalog;

  CatalogContents(Catalog catalog) {
    this.catalog = catalog;
  }

  /**
   * A live table.
   *
   * @param rows of its live files, less deleted ones
   * @param bytes of its live files
   * @param changedIn the newest snapshot that added or removed files of it, or null
   * @param changedAt that snapshot's time; null where it was expired
   */
  public record TableLine(
      long tableId,
      String schema,
      String table,
      long files,
      long rows,
      long bytes,
      Long changedIn,
      Instant changedAt) {

    /** As {@code schema.table}. */
    public String name() {
      return schema + "." + table;
    }
  }

  /**
   * A snapshot.
   *
   * @param changes in DuckLake's words, such as {@code inserted_into_table:7}
   * @param message the commit's, or null
   */
  public record SnapshotLine(
      long id, Instant time, String changes, String author, String message) {}

  /**
   * How large the lake was.
   *
   * @param bytes of the files that were live from this snapshot on
   */
  public record SizePoint(long snapshotId, Instant time, long bytes, long files) {}

  /**
   * A live file.
   *
   * @param path as the catalog names it
   */
  public record FileLine(String path, long rows, long bytes, long sinceSnapshot) {}

  /** The live tables of all schemas, the largest first. */
  public List<TableLine> tables(int limit) {
    return tables("true", null, limit);
  }

  /** One live table. */
  public Optional<TableLine> table(TableName name) {
    return tables("s.schema_name = :schema AND t.table_name = :table", name, 1).stream()
        .findFirst();
  }

  private List<TableLine> tables(String condition, TableName name, int limit) {
    return catalog.read(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT
                      t.table_id,
                      s.schema_name,
                      t.table_name,
                      COALESCE(f.files, 0) AS files,
                      GREATEST(COALESCE(f.rows, 0) - COALESCE(d.rows, 0), 0) AS rows,
                      COALESCE(f.bytes, 0) AS bytes,
                      c.snapshot_id,
                      n.snapshot_time
                    FROM <m>.ducklake_table t
                    JOIN <m>.ducklake_schema s
                      ON s.schema_id = t.schema_id
                      AND s.end_snapshot IS NULL
                    LEFT JOIN (
                      SELECT
                        table_id,
                        count(*) AS files,
                        sum(record_count) AS rows,
                        sum(file_size_bytes) AS bytes
                      FROM <m>.ducklake_data_file
                      WHERE end_snapshot IS NULL
                      GROUP BY table_id
                    ) f ON f.table_id = t.table_id
                    LEFT JOIN (
                      SELECT table_id, sum(delete_count) AS rows
                      FROM <m>.ducklake_delete_file
                      WHERE end_snapshot IS NULL
                      GROUP BY table_id
                    ) d ON d.table_id = t.table_id
                    LEFT JOIN (
                      SELECT table_id, max(GREATEST(begin_snapshot, end_snapshot)) AS snapshot_id
                      FROM <m>.ducklake_data_file
                      GROUP BY table_id
                    ) c ON c.table_id = t.table_id
                    LEFT JOIN <m>.ducklake_snapshot n ON n.snapshot_id = c.snapshot_id
                    WHERE t.end_snapshot IS NULL
                      AND <condition>
                    ORDER BY bytes DESC, s.schema_name, t.table_name
                    LIMIT :limit
                    """)
                .define("condition", condition)
                .bind("schema", name == null ? null : name.schema())
                .bind("table", name == null ? null : name.table())
                .bind("limit", limit)
                .map(
                    (row, context) ->
                        new TableLine(
                            row.getLong(1),
                            row.getString(2),
                            row.getString(3),
                            row.getLong(4),
                            row.getLong(5),
                            row.getLong(6),
                            row.getObject(7) == null ? null : Long.valueOf(row.getLong(7)),
                            time(row, 8)))
                .list());
  }

  /** How many tables are live, and what their files hold together. */
  public record Totals(long tables, long files, long bytes, long snapshots, long filesToDelete) {}

  /** All that is live together. */
  public Totals totals() {
    return catalog.read(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT
                      (SELECT count(*) FROM <m>.ducklake_table WHERE end_snapshot IS NULL),
                      count(*),
                      COALESCE(sum(file_size_bytes), 0),
                      (SELECT count(*) FROM <m>.ducklake_snapshot),
                      (SELECT count(*) FROM <m>.ducklake_files_scheduled_for_deletion)
                    FROM <m>.ducklake_data_file
                    WHERE end_snapshot IS NULL
                    """)
                .map(
                    (row, context) ->
                        new Totals(
                            row.getLong(1),
                            row.getLong(2),
                            row.getLong(3),
                            row.getLong(4),
                            row.getLong(5)))
                .one());
  }

  /** The newest snapshots first. */
  public List<SnapshotLine> snapshots(int limit) {
    return catalog.read(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT
                      s.snapshot_id,
                      s.snapshot_time,
                      left(c.changes_made, 400),
                      left(c.author, 400),
                      left(c.commit_message, 400)
                    FROM <m>.ducklake_snapshot s
                    LEFT JOIN <m>.ducklake_snapshot_changes c USING (snapshot_id)
                    ORDER BY s.snapshot_id DESC
                    LIMIT :limit
                    """)
                .bind("limit", limit)
                .map(
                    (row, context) ->
                        new SnapshotLine(
                            row.getLong(1),
                            time(row, 2),
                            row.getString(3),
                            row.getString(4),
                            row.getString(5)))
                .list());
  }

  /**
   * How the lake grew, snapshot by snapshot, as far back as the catalog remembers.
   *
   * @param tableId of one table, or null for all
   * @param limit the newest snapshots that changed files, at most
   */
  public List<SizePoint> growth(Long tableId, int limit) {
    return catalog.read(
        handle ->
            handle
                .createQuery(
                    """
                    WITH change AS (
                      SELECT begin_snapshot AS snapshot_id, file_size_bytes AS bytes, 1 AS files
                      FROM <m>.ducklake_data_file
                      WHERE CAST(:table AS bigint) IS NULL OR table_id = :table
                      UNION ALL
                      SELECT end_snapshot, -file_size_bytes, -1
                      FROM <m>.ducklake_data_file
                      WHERE end_snapshot IS NOT NULL
                        AND (CAST(:table AS bigint) IS NULL OR table_id = :table)
                    ), total AS (
                      SELECT
                        snapshot_id,
                        sum(sum(bytes)) OVER (ORDER BY snapshot_id) AS bytes,
                        sum(sum(files)) OVER (ORDER BY snapshot_id) AS files
                      FROM change
                      GROUP BY snapshot_id
                    ), newest AS (
                      SELECT snapshot_id, s.snapshot_time, t.bytes, t.files
                      FROM total t
                      JOIN <m>.ducklake_snapshot s USING (snapshot_id)
                      ORDER BY snapshot_id DESC
                      LIMIT :limit
                    )
                    SELECT * FROM newest ORDER BY snapshot_id
                    """)
                .bind("table", tableId)
                .bind("limit", limit)
                .map(
                    (row, context) ->
                        new SizePoint(row.getLong(1), time(row, 2), row.getLong(3), row.getLong(4)))
                .list());
  }

  /** Live files of a table, the largest first. */
  public List<FileLine> files(long tableId, int limit) {
    return catalog.read(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT path, record_count, file_size_bytes, begin_snapshot
                    FROM <m>.ducklake_data_file
                    WHERE table_id = :table
                      AND end_snapshot IS NULL
                    ORDER BY file_size_bytes DESC, path
                    LIMIT :limit
                    """)
                .bind("table", tableId)
                .bind("limit", limit)
                .map(
                    (row, context) ->
                        new FileLine(
                            row.getString(1), row.getLong(2), row.getLong(3), row.getLong(4)))
                .list());
  }

  private static Instant time(ResultSet row, int column) throws SQLException {
    Timestamp time = row.getTimestamp(column);
    return time == null ? null : time.toInstant();
  }
}
