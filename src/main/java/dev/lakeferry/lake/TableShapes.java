package dev.lakeferry.lake;

import dev.lakeferry.naming.TableName;
import java.util.List;

/** What live tables are made of, as far as upkeep chooses by it. */
public final class TableShapes {
  private final Catalog catalog;

  /** Takes the catalog of a lake. */
  public TableShapes(Catalog catalog) {
    this.catalog = catalog;
  }

  /**
   * A live table.
   *
   * @param files live ones
   * @param registered of them, those that DuckLake did not write
   * @param small of them, those below a size
   * @param worn of them, those of which more than a share of rows is deleted
   * @param partitioned whether it is partitioned
   */
  public record Shape(
      TableName table,
      long tableId,
      long files,
      long registered,
      long small,
      long worn,
      boolean partitioned) {}

  /**
   * All live tables that have small or worn files, those with most of them first.
   *
   * @param smallBelow in bytes
   * @param wornAbove deleted rows as a share of a file's rows, 0 to 1
   */
  public List<Shape> all(long smallBelow, double wornAbove) {
    return catalog.read(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT
                      s.schema_name,
                      t.table_name,
                      t.table_id,
                      f.files,
                      f.registered,
                      f.small,
                      f.worn,
                      EXISTS (
                        SELECT
                        FROM <m>.ducklake_partition_info i
                        WHERE i.table_id = t.table_id
                          AND i.end_snapshot IS NULL)
                    FROM <m>.ducklake_table t
                    JOIN <m>.ducklake_schema s
                      ON s.schema_id = t.schema_id
                      AND s.end_snapshot IS NULL
                    JOIN (
                      SELECT
                        f.table_id,
                        count(*) AS files,
                        count(*) FILTER (WHERE NOT f.path_is_relative) AS registered,
                        count(*) FILTER (WHERE f.file_size_bytes < :smallBelow) AS small,
                        count(*) FILTER (WHERE d.deleted > f.record_count * :wornAbove) AS worn
                      FROM <m>.ducklake_data_file f
                      LEFT JOIN (
                        SELECT data_file_id, sum(delete_count) AS deleted
                        FROM <m>.ducklake_delete_file
                        WHERE end_snapshot IS NULL
                        GROUP BY data_file_id) d USING (data_file_id)
                      WHERE f.end_snapshot IS NULL
                      GROUP BY f.table_id) f USING (table_id)
                    WHERE t.end_snapshot IS NULL
                      AND f.small + f.worn > 0
                    ORDER BY f.small + f.worn DESC, s.schema_name, t.table_name
                    """)
                .bind("smallBelow", smallBelow)
                .bind("wornAbove", wornAbove)
                .map(
                    (row, context) ->
                        new Shape(
                            new TableName(row.getString(1), row.getString(2)),
                            row.getLong(3),
                            row.getLong(4),
                            row.getLong(5),
                            row.getLong(6),
                            row.getLong(7),
                            row.getBoolean(8)))
                .list());
  }

  /** Live tables of which rows or deletions may stand in the catalog itself. */
  public List<TableName> maybeInlined() {
    return catalog.read(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT s.schema_name, t.table_name
                    FROM <m>.ducklake_table t
                    JOIN <m>.ducklake_schema s
                      ON s.schema_id = t.schema_id
                      AND s.end_snapshot IS NULL
                    WHERE t.end_snapshot IS NULL
                      AND (
                        EXISTS (
                          SELECT
                          FROM <m>.ducklake_inlined_data_tables i
                          WHERE i.table_id = t.table_id)
                        OR EXISTS (
                          SELECT
                          FROM pg_tables p
                          WHERE p.schemaname = :metadata
                            AND p.tablename = 'ducklake_inlined_delete_' || t.table_id))
                    ORDER BY s.schema_name, t.table_name
                    """)
                .bind("metadata", catalog.metadataSchema())
                .map((row, context) -> new TableName(row.getString(1), row.getString(2)))
                .list());
  }
}
