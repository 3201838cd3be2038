package dev.lakeferry.lake;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;

/**
 * Files that no snapshot needs any more: {@code ducklake_files_scheduled_for_deletion}.
 *
 * <p>They are not left to {@code ducklake_cleanup_old_files}: one key with a {@code &} or {@code <}
 * stops that for the whole lake, and it does not see that a path is named by a file that is live
 * (DuckLake 1.0 on DuckDB 1.5.5).
 */
public final class PendingDeletions {
  private final Catalog catalog;

  /** Takes the catalog of a lake. */
  public PendingDeletions(Catalog catalog) {
    this.catalog = catalog;
  }

  /**
   * A file that is to be deleted.
   *
   * @param id the catalog's
   * @param path an absolute URI
   * @param named whether a file that some snapshot needs lies at the same path
   */
  public record Pending(long id, String path, boolean named) {}

  /**
   * What became of some.
   *
   * @param seen how many were looked at
   * @param last the largest id among them; the next batch begins after it
   */
  public record Batch(int seen, long last) {}

  /** Those that have waited for an age; in the order of their ids, after one of them. */
  public List<Pending> due(Duration age, long after, int limit) {
    return catalog.read(handle -> find(handle, age, after, limit, ""));
  }

  /**
   * Takes some that nobody else takes, has them deleted, and forgets those that are gone. While
   * they are being deleted their rows are locked, so that no second clean-up can delete an object
   * that was written anew in between.
   *
   * @param deleting answers which of them are gone now
   */
  public Batch take(
      Duration age, long after, int limit, Function<List<Pending>, Collection<Pending>> deleting) {
    return catalog.change(
        handle -> {
          List<Pending> found = find(handle, age, after, limit, "FOR UPDATE OF d SKIP LOCKED");
          if (found.isEmpty()) {
            return new Batch(0, after);
          }
          handle.registerArrayType(Long.class, "bigint");
          List<Long> gone = deleting.apply(found).stream().map(Pending::id).toList();
          handle
              .createUpdate(
                  """
                  DELETE FROM <m>.ducklake_files_scheduled_for_deletion
                  WHERE data_file_id = ANY(:ids)
                  """)
              .bindArray("ids", Long.class, gone)
              .execute();
          return new Batch(found.size(), found.get(found.size() - 1).id());
        });
  }

  private static List<Pending> find(
      Handle handle, Duration age, long after, int limit, String lock) {
    List<Pending> found =
        handle
            .createQuery(
                """
                SELECT
                  d.data_file_id,
                  CASE WHEN d.path_is_relative THEN root.value || d.path ELSE d.path END
                FROM <m>.ducklake_files_scheduled_for_deletion d
                CROSS JOIN (
                  SELECT value
                  FROM <m>.ducklake_metadata
                  WHERE key = 'data_path' AND scope IS NULL) root
                WHERE d.schedule_start <= now() - make_interval(secs => :age)
                  AND d.data_file_id > :after
                ORDER BY d.data_file_id
                LIMIT :limit
                <lock>
                """)
            .define("lock", lock)
            .bind("age", ExpirableSnapshots.seconds(age))
            .bind("after", after)
            .bind("limit", limit)
            .map((row, context) -> new Pending(row.getLong(1), row.getString(2), false))
            .list();
    Collection<String> named = named(handle, found.stream().map(Pending::path).toList());
    List<Pending> told = new ArrayList<>();
    found.forEach(
        pending ->
            told.add(new Pending(pending.id(), pending.path(), named.contains(pending.path()))));
    return told;
  }

  private static Collection<String> named(Handle handle, List<String> paths) {
    handle.registerArrayType(String.class, "text");
    return handle
        .createQuery(
            """
            SELECT path
            FROM (%s) AS known
            WHERE path = ANY(:paths)
            """
                .formatted(KNOWN_FILES))
        .bindArray("paths", String.class, paths)
        .mapTo(String.class)
        .set();
  }

  /** Every data file and delete file that some snapshot needs, by its absolute path. */
  static final String KNOWN_FILES =
      """
      SELECT
        CASE
          WHEN NOT f.path_is_relative THEN f.path
          WHEN NOT t.path_is_relative THEN t.path || f.path
          WHEN s.path_is_relative THEN root.value || s.path || t.path || f.path
          ELSE s.path || t.path || f.path
        END AS path
      FROM (
        SELECT table_id, path, path_is_relative FROM <m>.ducklake_data_file
        UNION ALL
        SELECT table_id, path, path_is_relative FROM <m>.ducklake_delete_file) f
      LEFT JOIN (
        SELECT DISTINCT table_id, schema_id, path, path_is_relative
        FROM <m>.ducklake_table) t
        ON t.table_id = f.table_id
        AND f.path_is_relative
      LEFT JOIN <m>.ducklake_schema s USING (schema_id)
      CROSS JOIN (
        SELECT value
        FROM <m>.ducklake_metadata
        WHERE key = 'data_path' AND scope IS NULL) root
      """;
}
