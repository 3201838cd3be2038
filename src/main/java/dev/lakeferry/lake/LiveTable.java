package dev.lakeferry.lake;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** What the catalog says a live table is made of, now. */
public final class LiveTable {
  private final Catalog catalog;
  private final long id;

  LiveTable(Catalog catalog, long id) {
    this.catalog = catalog;
    this.id = id;
  }

  /**
   * A live data file.
   *
   * @param path an absolute URI, or what stands below the table's own path
   * @param written whether DuckLake wrote it, below the table's own path; else it was registered
   * @param rows that it holds
   * @param deletes whether a delete file takes some of them away
   */
  public record DataFile(String path, boolean written, long rows, boolean deletes) {}

  /** The live files; one that is registered twice stands there twice. */
  public List<DataFile> files() {
    return catalog.read(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT
                      f.path,
                      f.path_is_relative,
                      f.record_count,
                      EXISTS (
                        SELECT
                        FROM <m>.ducklake_delete_file d
                        WHERE d.table_id = :table
                          AND d.data_file_id = f.data_file_id
                          AND d.end_snapshot IS NULL)
                    FROM <m>.ducklake_data_file f
                    WHERE f.table_id = :table
                      AND f.end_snapshot IS NULL
                    """)
                .bind("table", id)
                .map(
                    (row, context) ->
                        new DataFile(
                            row.getString(1), row.getBoolean(2), row.getLong(3), row.getBoolean(4)))
                .list());
  }

  /** Whether rows or deletions of it stand in the catalog itself instead of in files. */
  public boolean inlined() {
    return catalog.read(
        handle -> {
          List<String> tables =
              handle
                  .createQuery(
                      """
                      SELECT table_name
                      FROM <m>.ducklake_inlined_data_tables
                      WHERE table_id = :table
                      """)
                  .bind("table", id)
                  .mapTo(String.class)
                  .list();
          for (String table : tables) {
            if (holds(handle, table, " WHERE end_snapshot IS NULL")) {
              return true;
            }
          }
          return holds(handle, "ducklake_inlined_delete_" + id, "");
        });
  }

  private boolean holds(Handle handle, String table, String condition) {
    boolean there =
        handle
            .createQuery(
                """
                SELECT EXISTS (
                  SELECT
                  FROM pg_tables
                  WHERE schemaname = :schema
                    AND tablename = :name)
                """)
            .bind("schema", catalog.metadataSchema())
            .bind("name", table)
            .mapTo(Boolean.class)
            .one();
    return there
        && handle
            .createQuery("SELECT EXISTS (SELECT FROM <m>.<table><condition>)")
            .define("table", Quote.name(table))
            .define("condition", condition)
            .mapTo(Boolean.class)
            .one();
  }

  /** The columns that it is partitioned by, in order; a transform is told around its column. */
  public List<String> partitionKeys() {
    return PartitionKeys.of(catalog, id, PartitionKeys.NOW);
  }

  /**
   * What the catalog counts of a column.
   *
   * @param containsNull what the statistics of the table say; null if nothing. If they say no,
   *     readers are answered by them
   * @param values how many are not null, over all live files
   */
  public record ColumnCount(Boolean containsNull, long values) {}

  /** The columns that have statistics, by their name in lower case. */
  public Map<String, ColumnCount> columnCounts() {
    return catalog.read(
        handle -> {
          Map<String, ColumnCount> counts = new HashMap<>();
          handle
              .createQuery(
                  """
                  SELECT c.column_name, t.contains_null, COALESCE(counted.number, 0)
                  FROM <m>.ducklake_column c
                  JOIN <m>.ducklake_table_column_stats t USING (table_id, column_id)
                  LEFT JOIN (
                    SELECT s.column_id, sum(s.value_count) AS number
                    FROM <m>.ducklake_file_column_stats s
                    JOIN <m>.ducklake_data_file f USING (data_file_id)
                    WHERE s.table_id = :table
                      AND f.table_id = :table
                      AND f.end_snapshot IS NULL
                    GROUP BY s.column_id
                  ) counted USING (column_id)
                  WHERE c.table_id = :table
                    AND c.end_snapshot IS NULL
                    AND c.parent_column IS NULL
                  """)
              .bind("table", id)
              .map(
                  (row, context) ->
                      counts.put(
                          row.getString(1).toLowerCase(Locale.ROOT),
                          new ColumnCount((Boolean) row.getObject(2), row.getLong(3))))
              .list();
          return counts;
        });
  }

  /**
   * A column that holds values of which the table's statistics know no range, though those of a
   * file do. DuckLake (1.0 on DuckDB 1.5.5) leaves it so where the first file of a commit holds
   * nothing but NULL there, and readers are answered right. But the next commit that adds files
   * takes the range of those files for the whole table's: from then on readers miss the rows
   * outside of it.
   */
  public Optional<String> columnWithoutRange() {
    return catalog.read(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT c.column_name
                    FROM <m>.ducklake_table_column_stats t
                    JOIN <m>.ducklake_column c USING (table_id, column_id)
                    WHERE t.table_id = :table
                      AND t.min_value IS NULL
                      AND c.end_snapshot IS NULL
                      AND EXISTS (
                        SELECT
                        FROM <m>.ducklake_file_column_stats s
                        JOIN <m>.ducklake_data_file f USING (data_file_id)
                        WHERE s.table_id = :table
                          AND s.column_id = t.column_id
                          AND s.min_value IS NOT NULL
                          AND f.table_id = :table
                          AND f.end_snapshot IS NULL)
                    ORDER BY c.column_order
                    LIMIT 1
                    """)
                .bind("table", id)
                .mapTo(String.class)
                .findFirst());
  }

  /**
   * Between which values a file's column lies.
   *
   * @param least as the catalog writes it
   * @param most likewise
   */
  public record Bounds(String least, String most) {}

  /** The bounds of some columns without NULL, by column and then by the file's path. */
  public Map<String, Map<String, Bounds>> bounds(List<String> columns) {
    if (columns.isEmpty()) {
      return Map.of();
    }
    return catalog.read(
        handle -> {
          Map<String, Map<String, Bounds>> bounds = new HashMap<>();
          handle
              .createQuery(
                  """
                  SELECT c.column_name, f.path, s.min_value, s.max_value
                  FROM <m>.ducklake_file_column_stats s
                  JOIN <m>.ducklake_data_file f USING (data_file_id)
                  JOIN <m>.ducklake_column c ON c.table_id = f.table_id AND c.column_id = s.column_id
                  WHERE f.table_id = :table
                    AND f.end_snapshot IS NULL
                    AND s.table_id = :table
                    AND s.null_count = 0
                    AND s.min_value IS NOT NULL
                    AND s.max_value IS NOT NULL
                    AND c.end_snapshot IS NULL
                    AND c.parent_column IS NULL
                    AND c.column_name IN (<columns>)
                  """)
              .bind("table", id)
              .bindList("columns", columns)
              .map(
                  (row, context) ->
                      bounds
                          .computeIfAbsent(row.getString(1), column -> new HashMap<>())
                          .put(row.getString(2), new Bounds(row.getString(3), row.getString(4))))
              .list();
          return bounds;
        });
  }

  /** The rows of each partition, the values as the catalog writes them, in the keys' order. */
  public Map<List<String>, Long> partitionRows() {
    return catalog.read(
        handle -> {
          Map<Long, List<String>> values = new HashMap<>();
          Map<Long, Long> rows = new HashMap<>();
          handle
              .createQuery(
                  """
                  SELECT f.data_file_id, f.record_count, v.partition_value
                  FROM <m>.ducklake_data_file f
                  LEFT JOIN <m>.ducklake_file_partition_value v
                    ON v.data_file_id = f.data_file_id
                    AND v.table_id = :table
                  WHERE f.table_id = :table
                    AND f.end_snapshot IS NULL
                  ORDER BY f.data_file_id, v.partition_key_index
                  """)
              .bind("table", id)
              .map(
                  (row, context) -> {
                    rows.put(row.getLong(1), row.getLong(2));
                    return values
                        .computeIfAbsent(row.getLong(1), file -> new ArrayList<>())
                        .add(row.getString(3));
                  })
              .list();
          Map<List<String>, Long> partitions = new HashMap<>();
          values.forEach((file, of) -> partitions.merge(of, rows.get(file), Long::sum));
          return partitions;
        });
  }

  /** The newest snapshot that changed it; without its time where it has expired. */
  public Optional<Catalog.Snapshot> lastChange() {
    return catalog
        .lastChange(id)
        .map(snapshot -> catalog.snapshot(snapshot).orElse(new Catalog.Snapshot(snapshot, null)));
  }
}
