package dev.lakeferry.lake;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What is worth to be seen of a lake, as queries on its catalog; {@code <m>} stands for the
 * catalog's schema. {@link Observability} makes views of them.
 */
final class LakeViews {
  private static final String BANDS =
      """
      count(*) FILTER (WHERE file_size_bytes < 1048576) AS files_below_1mib,
      count(*) FILTER (WHERE file_size_bytes >= 1048576 AND file_size_bytes < 10485760)
        AS files_below_10mib,
      count(*) FILTER (WHERE file_size_bytes >= 10485760 AND file_size_bytes < 67108864)
        AS files_below_64mib,
      count(*) FILTER (WHERE file_size_bytes >= 67108864) AS files_of_64mib
      """;

  static final String TABLES =
      """
      SELECT
        s.schema_name,
        t.table_name,
        t.table_id,
        COALESCE(f.files, 0) AS files,
        COALESCE(f.registered_files, 0) AS registered_files,
        COALESCE(f.bytes, 0) AS bytes,
        COALESCE(f.rows, 0) AS rows,
        COALESCE(d.delete_files, 0) AS delete_files,
        COALESCE(d.deleted_rows, 0) AS deleted_rows,
        COALESCE(f.files_below_1mib, 0) AS files_below_1mib,
        COALESCE(f.files_below_10mib, 0) AS files_below_10mib,
        COALESCE(f.files_below_64mib, 0) AS files_below_64mib,
        COALESCE(f.files_of_64mib, 0) AS files_of_64mib
      FROM <m>.ducklake_table t
      JOIN <m>.ducklake_schema s
        ON s.schema_id = t.schema_id
        AND s.end_snapshot IS NULL
      LEFT JOIN (
        SELECT
          table_id,
          count(*) AS files,
          count(*) FILTER (WHERE NOT path_is_relative) AS registered_files,
          CAST(sum(file_size_bytes) AS bigint) AS bytes,
          CAST(sum(record_count) AS bigint) AS rows,
      """
          + BANDS.indent(4)
          + """
            FROM <m>.ducklake_data_file
            WHERE end_snapshot IS NULL
            GROUP BY table_id) f USING (table_id)
          LEFT JOIN (
            SELECT
              table_id,
              count(*) AS delete_files,
              CAST(sum(delete_count) AS bigint) AS deleted_rows
            FROM <m>.ducklake_delete_file
            WHERE end_snapshot IS NULL
            GROUP BY table_id) d USING (table_id)
          WHERE t.end_snapshot IS NULL
          """;

  static final String SNAPSHOTS =
      """
      SELECT
        s.snapshot_id,
        s.snapshot_time,
        CAST(EXTRACT(EPOCH FROM now() - s.snapshot_time) AS bigint) AS age_seconds,
        c.author,
        c.commit_message,
        c.commit_extra_info,
        c.changes_made
      FROM <m>.ducklake_snapshot s
      LEFT JOIN <m>.ducklake_snapshot_changes c USING (snapshot_id)
      """;

  static final String PENDING_DELETIONS =
      """
      SELECT
        d.data_file_id,
        CASE WHEN d.path_is_relative THEN root.value || d.path ELSE d.path END AS path,
        d.schedule_start,
        CAST(EXTRACT(EPOCH FROM now() - d.schedule_start) AS bigint) AS age_seconds
      FROM <m>.ducklake_files_scheduled_for_deletion d
      CROSS JOIN (
        SELECT value
        FROM <m>.ducklake_metadata
        WHERE key = 'data_path' AND scope IS NULL) root
      """;

  static final String DROPPED_TABLES =
      """
      SELECT
        t.table_id,
        min(t.table_name) AS table_name,
        max(t.end_snapshot) AS dropped_in,
        (SELECT count(*) FROM <m>.ducklake_data_file f WHERE f.table_id = t.table_id) AS files,
        (SELECT CAST(COALESCE(sum(f.file_size_bytes), 0) AS bigint)
         FROM <m>.ducklake_data_file f
         WHERE f.table_id = t.table_id) AS bytes,
        (SELECT count(*) FROM <m>.ducklake_table_column_stats c WHERE c.table_id = t.table_id)
          AS statistics_rows
      FROM <m>.ducklake_table t
      GROUP BY t.table_id
      HAVING count(*) FILTER (WHERE t.end_snapshot IS NULL) = 0
      """;

  /** An alarm: when one of the tables lets the file go, the others lose it. */
  static final String PATHS_REGISTERED_TWICE =
      """
      SELECT path, count(*) AS times, min(table_id) AS one_table_id, max(table_id) AS other_table_id
      FROM <m>.ducklake_data_file
      WHERE end_snapshot IS NULL
        AND NOT path_is_relative
      GROUP BY path
      HAVING count(*) > 1
      """;

  /** An alarm: readers cannot tell which is meant. */
  static final String TABLES_LIVE_TWICE =
      """
      SELECT
        s.schema_name,
        t.table_name,
        count(*) AS times,
        min(t.table_id) AS one_table_id,
        max(t.table_id) AS other_table_id
      FROM <m>.ducklake_table t
      JOIN <m>.ducklake_schema s
        ON s.schema_id = t.schema_id
        AND s.end_snapshot IS NULL
      WHERE t.end_snapshot IS NULL
      GROUP BY s.schema_name, t.table_name
      HAVING count(*) > 1
      UNION ALL
      SELECT min(s.schema_name), min(t.table_name), count(*), t.table_id, t.table_id
      FROM <m>.ducklake_table t
      JOIN <m>.ducklake_schema s
        ON s.schema_id = t.schema_id
        AND s.end_snapshot IS NULL
      WHERE t.end_snapshot IS NULL
      GROUP BY t.table_id
      HAVING count(*) > 1 AND count(DISTINCT t.table_name) > 1
      """;

  /** One row: the figures of the whole lake. */
  static final String MEASURES =
      """
      SELECT
        (SELECT count(*) FROM <m>.ducklake_table WHERE end_snapshot IS NULL) AS tables,
        f.files,
        f.registered_files,
        f.bytes,
        f.rows,
        f.files_below_1mib,
        f.files_below_10mib,
        f.files_below_64mib,
        f.files_of_64mib,
        (SELECT count(*) FROM <m>.ducklake_delete_file WHERE end_snapshot IS NULL) AS delete_files,
        s.snapshots,
        s.newest_snapshot,
        s.oldest_snapshot_age_seconds,
        s.newest_snapshot_age_seconds,
        p.pending_deletions,
        p.oldest_pending_deletion_age_seconds,
        (SELECT count(DISTINCT table_id) FROM <m>.ducklake_table)
          - (SELECT count(DISTINCT table_id) FROM <m>.ducklake_table WHERE end_snapshot IS NULL)
          AS dropped_tables,
        (SELECT count(*)
         FROM <m>.ducklake_table_column_stats c
         WHERE NOT EXISTS (
           SELECT
           FROM <m>.ducklake_table t
           WHERE t.table_id = c.table_id AND t.end_snapshot IS NULL)) AS dropped_statistics_rows,
        (SELECT count(*) FROM <m>.ducklake_inlined_data_tables) AS inlined_tables,
        (SELECT count(*) FROM (%s) a) AS paths_registered_twice,
        (SELECT count(*) FROM (%s) a) AS tables_live_twice
      FROM (
        SELECT
          count(*) AS files,
          count(*) FILTER (WHERE NOT path_is_relative) AS registered_files,
          CAST(COALESCE(sum(file_size_bytes), 0) AS bigint) AS bytes,
          CAST(COALESCE(sum(record_count), 0) AS bigint) AS rows,
          %s
        FROM <m>.ducklake_data_file
        WHERE end_snapshot IS NULL) f
      CROSS JOIN (
        SELECT
          count(*) AS snapshots,
          max(snapshot_id) AS newest_snapshot,
          CAST(EXTRACT(EPOCH FROM now() - min(snapshot_time)) AS bigint)
            AS oldest_snapshot_age_seconds,
          CAST(EXTRACT(EPOCH FROM now() - max(snapshot_time)) AS bigint)
            AS newest_snapshot_age_seconds
        FROM <m>.ducklake_snapshot) s
      CROSS JOIN (
        SELECT
          count(*) AS pending_deletions,
          CAST(COALESCE(EXTRACT(EPOCH FROM now() - min(schedule_start)), 0) AS bigint)
            AS oldest_pending_deletion_age_seconds
        FROM <m>.ducklake_files_scheduled_for_deletion) p
      """
          .formatted(PATHS_REGISTERED_TWICE, TABLES_LIVE_TWICE, BANDS);

  private LakeViews() {}

  /** All of them, by the name of the view. */
  static Map<String, String> all() {
    Map<String, String> views = new LinkedHashMap<>();
    views.put("lake_tables", TABLES);
    views.put("lake_snapshots", SNAPSHOTS);
    views.put("lake_pending_deletions", PENDING_DELETIONS);
    views.put("lake_dropped_tables", DROPPED_TABLES);
    views.put("lake_paths_registered_twice", PATHS_REGISTERED_TWICE);
    views.put("lake_tables_live_twice", TABLES_LIVE_TWICE);
    views.put("lake_measures", MEASURES);
    return views;
  }
}
