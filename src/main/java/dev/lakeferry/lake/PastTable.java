package dev.lakeferry.lake;

import dev.lakeferry.naming.TableName;
import java.util.List;
import java.util.Optional;

/**
 * A table as the catalog says that it was at a snapshot. Its columns are told by the engine; its
 * rows are never read by time travel, which DuckLake 1.0 answers by today's statistics
 * (duckdb/ducklake#1377), but from its files.
 */
public final class PastTable {
  private final Catalog catalog;
  private final long tableId;
  private final long snapshot;

  private PastTable(Catalog catalog, long tableId, long snapshot) {
    this.catalog = catalog;
    this.tableId = tableId;
    this.snapshot = snapshot;
  }

  /**
   * The table that had a name at a snapshot.
   *
   * @return empty if there was none, or the snapshot has expired
   */
  public static Optional<PastTable> of(Catalog catalog, TableName name, long snapshot) {
    return catalog
        .read(
            handle ->
                handle
                    .createQuery(
                        """
                        SELECT t.table_id
                        FROM <m>.ducklake_table t
                        JOIN <m>.ducklake_schema s USING (schema_id)
                        JOIN <m>.ducklake_snapshot n ON n.snapshot_id = :snapshot
                        WHERE s.schema_name = :schema
                          AND t.table_name = :table
                          AND s.begin_snapshot <= :snapshot
                          AND (s.end_snapshot IS NULL OR s.end_snapshot > :snapshot)
                          AND t.begin_snapshot <= :snapshot
                          AND (t.end_snapshot IS NULL OR t.end_snapshot > :snapshot)
                        """)
                    .bind("snapshot", snapshot)
                    .bind("schema", name.schema())
                    .bind("table", name.table())
                    .mapTo(Long.class)
                    .findFirst())
        .map(id -> new PastTable(catalog, id, snapshot));
  }

  /** The catalog's id of it; a swap makes a new one. */
  public long tableId() {
    return tableId;
  }

  /** The snapshot that is looked at. */
  public long snapshot() {
    return snapshot;
  }

  /**
   * A data file.
   *
   * @param uri where it lies
   * @param written whether DuckLake wrote it; else it was registered
   * @param rows that it holds
   * @param bytes its size
   * @param deletes whether a delete file takes some of its rows away
   */
  public record PastFile(String uri, boolean written, long rows, long bytes, boolean deletes) {}

  /** The files that it was made of. */
  public List<PastFile> files() {
    return catalog.read(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT
                      CASE
                        WHEN NOT f.path_is_relative THEN f.path
                        WHEN NOT t.path_is_relative THEN t.path || f.path
                        WHEN s.path_is_relative THEN root.value || s.path || t.path || f.path
                        ELSE s.path || t.path || f.path
                      END,
                      f.path_is_relative,
                      f.record_count,
                      f.file_size_bytes,
                      EXISTS (
                        SELECT
                        FROM <m>.ducklake_delete_file d
                        WHERE d.table_id = :table
                          AND d.data_file_id = f.data_file_id
                          AND d.begin_snapshot <= :snapshot
                          AND (d.end_snapshot IS NULL OR d.end_snapshot > :snapshot))
                    FROM <m>.ducklake_data_file f
                    JOIN (
                      SELECT DISTINCT table_id, schema_id, path, path_is_relative
                      FROM <m>.ducklake_table
                      WHERE table_id = :table) t USING (table_id)
                    JOIN (
                      SELECT DISTINCT schema_id, path, path_is_relative
                      FROM <m>.ducklake_schema) s USING (schema_id)
                    CROSS JOIN (
                      SELECT value
                      FROM <m>.ducklake_metadata
                      WHERE key = 'data_path' AND scope IS NULL) root
                    WHERE f.table_id = :table
                      AND f.begin_snapshot <= :snapshot
                      AND (f.end_snapshot IS NULL OR f.end_snapshot > :snapshot)
                    ORDER BY 1
                    """)
                .bind("table", tableId)
                .bind("snapshot", snapshot)
                .map(
                    (row, context) ->
                        new PastFile(
                            row.getString(1),
                            row.getBoolean(2),
                            row.getLong(3),
                            row.getLong(4),
                            row.getBoolean(5)))
                .list());
  }

  /** The columns that it was partitioned by, in order; a transform is told around its column. */
  public List<String> partitionKeys() {
    return PartitionKeys.of(catalog, tableId, snapshot);
  }

  /** Whether rows or deletions may have stood in the catalog itself instead of in files. */
  public boolean maybeInlined() {
    return catalog.liveTable(tableId).inlined();
  }

  /** The columns, as the engine tells them. */
  public static List<Column> columns(LakeSession session, TableName name, long snapshot) {
    return session.query(
        "DESCRIBE SELECT * FROM %s AT (VERSION => %d)".formatted(Lake.quoted(name), snapshot),
        Column.DESCRIBED);
  }
}
