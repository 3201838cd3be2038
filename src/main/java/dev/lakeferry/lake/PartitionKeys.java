package dev.lakeferry.lake;

import java.util.List;

/** The columns that a table of the lake is partitioned by, as the catalog has them. */
final class PartitionKeys {
  /** Later than every snapshot: what has not ended is there. */
  static final long NOW = Long.MAX_VALUE;

  private PartitionKeys() {}

  /**
   * Of a table at a snapshot, in order; a transform is told around its column.
   *
   * @param snapshot an id, or {@link #NOW}
   */
  static List<String> of(Catalog catalog, long tableId, long snapshot) {
    return catalog.read(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT
                      CASE
                        WHEN p.transform = 'identity' THEN c.column_name
                        ELSE p.transform || '(' || c.column_name || ')'
                      END
                    FROM <m>.ducklake_partition_info i
                    JOIN <m>.ducklake_partition_column p USING (partition_id, table_id)
                    JOIN <m>.ducklake_column c USING (table_id, column_id)
                    WHERE i.table_id = :table
                      AND i.begin_snapshot <= :snapshot
                      AND (i.end_snapshot IS NULL OR i.end_snapshot > :snapshot)
                      AND c.begin_snapshot <= :snapshot
                      AND (c.end_snapshot IS NULL OR c.end_snapshot > :snapshot)
                    ORDER BY p.partition_key_index
                    """)
                .bind("table", tableId)
                .bind("snapshot", snapshot)
                .mapTo(String.class)
                .list());
  }
}
