package dev.lakeferry.lake;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The figures of a whole lake, asked of its catalog; no engine is needed. */
public final class LakeMeasures {
  /** An alarm: one file belongs to two tables, and goes with the first that lets it go. */
  public static final String PATHS_REGISTERED_TWICE = "paths_registered_twice";

  /** An alarm: two live tables have one name, or one has two. */
  public static final String TABLES_LIVE_TWICE = "tables_live_twice";

  /** All figures of a lake. */
  public static final List<String> NAMES =
      List.of(
          "tables",
          "files",
          "registered_files",
          "bytes",
          "rows",
          "files_below_1mib",
          "files_below_10mib",
          "files_below_64mib",
          "files_of_64mib",
          "delete_files",
          "snapshots",
          "newest_snapshot",
          "oldest_snapshot_age_seconds",
          "newest_snapshot_age_seconds",
          "pending_deletions",
          "oldest_pending_deletion_age_seconds",
          "dropped_tables",
          "dropped_statistics_rows",
          "inlined_tables",
          PATHS_REGISTERED_TWICE,
          TABLES_LIVE_TWICE);

  private final Catalog catalog;

  /** Takes the catalog of a lake. */
  public LakeMeasures(Catalog catalog) {
    this.catalog = catalog;
  }

  /** Every figure by its name, in the order of the view {@code lake_measures}. */
  public Map<String, Long> read() {
    return catalog.read(
        handle ->
            handle
                .createQuery(LakeViews.MEASURES)
                .map(
                    (row, context) -> {
                      Map<String, Long> figures = new LinkedHashMap<>();
                      for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
                        figures.put(row.getMetaData().getColumnLabel(i), row.getLong(i));
                      }
                      return figures;
                    })
                .one());
  }

  /** The figures of one live table, by their names in the view {@code lake_tables}. */
  public Map<String, Long> ofTable(long tableId) {
    return catalog.read(
        handle ->
            handle
                .createQuery(
                    "SELECT * FROM (%s) t WHERE table_id = :table".formatted(LakeViews.TABLES))
                .bind("table", tableId)
                .map(
                    (row, context) -> {
                      Map<String, Long> figures = new LinkedHashMap<>();
                      for (int i = 3; i <= row.getMetaData().getColumnCount(); i++) {
                        figures.put(row.getMetaData().getColumnLabel(i), row.getLong(i));
                      }
                      return figures;
                    })
                .one());
  }

  /** The options of the whole lake, and what it was made with. */
  public Map<String, String> options() {
    return catalog.read(
        handle -> {
          Map<String, String> options = new LinkedHashMap<>();
          handle
              .createQuery(
                  """
                  SELECT key, value
                  FROM <m>.ducklake_metadata
                  WHERE scope IS NULL
                    AND key != 'data_path'
                  ORDER BY key
                  """)
              .map((row, context) -> options.put(row.getString(1), row.getString(2)))
              .list();
          return options;
        });
  }

  /** Paths that live files share, with the ids of two of the tables; at most so many. */
  public List<String> pathsRegisteredTwice(int limit) {
    return catalog.read(
        handle ->
            handle
                .createQuery(LakeViews.PATHS_REGISTERED_TWICE + " ORDER BY path LIMIT :limit")
                .bind("limit", limit)
                .map(
                    (row, context) ->
                        "%s is registered %d times, in the tables %d and %d"
                            .formatted(
                                row.getString(1), row.getLong(2), row.getLong(3), row.getLong(4)))
                .list());
  }

  /** Names that live tables share; at most so many. */
  public List<String> tablesLiveTwice(int limit) {
    return catalog.read(
        handle ->
            handle
                .createQuery(
                    "SELECT * FROM (%s) a ORDER BY 1, 2 LIMIT :limit"
                        .formatted(LakeViews.TABLES_LIVE_TWICE))
                .bind("limit", limit)
                .map(
                    (row, context) ->
                        "%s.%s has %d live rows, of the tables %d and %d"
                            .formatted(
                                row.getString(1),
                                row.getString(2),
                                row.getLong(3),
                                row.getLong(4),
                                row.getLong(5)))
                .list());
  }
}
