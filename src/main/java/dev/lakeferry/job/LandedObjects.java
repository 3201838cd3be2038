package dev.lakeferry.job;

import dev.lakeferry.naming.TableName;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;

/** Rows of {@code landed_table} and {@code landed_object}. */
public final class LandedObjects {
  private static final int BATCH = 5_000;

  private final Jdbi jdbi;

  /** Takes the state database. */
  public LandedObjects(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /** What is known of a table; empty if nothing. */
  public Optional<LandedTable> of(String lake, TableName table) {
    return jdbi.inTransaction(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT id, increments
                    FROM landed_table
                    WHERE lake = :lake
                      AND table_schema = :schema
                      AND table_name = :table
                    FOR SHARE
                    """)
                .bind("lake", lake)
                .bind("schema", table.schema())
                .bind("table", table.table())
                .map(
                    (row, context) ->
                        new LandedTable(row.getInt(2), objects(handle, row.getLong(1))))
                .findFirst());
  }

  private static List<LandedObject> objects(Handle handle, long id) {
    return handle
        .createQuery(
            """
            SELECT path, size, etag, landed_key, run_id, rows, signature, first_group_rows, leaves
            FROM landed_object
            WHERE table_id = :id
            """)
        .bind("id", id)
        .map(ConstructorMapper.of(LandedObject.class))
        .list();
  }

  /** Writes what a publication changed, in the transaction that completes its attempt. */
  static void apply(
      Handle handle, Attempt attempt, RecordedPublication published, LandedChange change) {
    switch (change.kind()) {
      case NONE -> {}
      case FORGET -> forget(handle, published);
      case REPLACE -> {
        forget(handle, published);
        insert(handle, upsert(handle, attempt, published), change.added());
      }
      case CHANGE -> {
        long id = upsert(handle, attempt, published);
        handle
            .createUpdate(
                "DELETE FROM landed_object WHERE table_id = :id AND landed_key = ANY(:keys)")
            .bind("id", id)
            .bindArray("keys", String.class, change.removedKeys())
            .execute();
        insert(handle, id, change.added());
      }
    }
  }

  private static void forget(Handle handle, RecordedPublication published) {
    forget(handle, published.lake(), published.table());
  }

  /** Nothing is known of a table any more: its next generation is swapped. */
  public static void forget(Handle handle, String lake, TableName table) {
    handle
        .createUpdate(
            """
            DELETE FROM landed_table
            WHERE lake = :lake
              AND table_schema = :schema
              AND table_name = :table
            """)
        .bind("lake", lake)
        .bind("schema", table.schema())
        .bind("table", table.table())
        .execute();
  }

  private static long upsert(Handle handle, Attempt attempt, RecordedPublication published) {
    return handle
        .createQuery(
            """
            INSERT INTO landed_table (lake, table_schema, table_name, run_id, snapshot_id)
            VALUES (:lake, :schema, :table, :run, :snapshot)
            ON CONFLICT (lake, table_schema, table_name) DO UPDATE
            SET run_id = excluded.run_id,
              snapshot_id = excluded.snapshot_id,
              increments = landed_table.increments + 1,
              recorded_at = now()
            RETURNING id
            """)
        .bind("lake", published.lake())
        .bind("schema", published.table().schema())
        .bind("table", published.table().table())
        .bind("run", attempt.runId())
        .bind("snapshot", published.snapshotId())
        .mapTo(Long.class)
        .one();
  }

  private static void insert(Handle handle, long id, List<LandedObject> objects) {
    for (int from = 0; from < objects.size(); from += BATCH) {
      List<LandedObject> some = objects.subList(from, Math.min(from + BATCH, objects.size()));
      handle
          .createUpdate(
              """
              INSERT INTO landed_object (
                table_id, path, size, etag, landed_key, run_id, rows, signature, first_group_rows,
                leaves)
              SELECT
                :id, path, size, etag, landed_key, run_id, rows, signature, first_group_rows,
                CAST(leaves AS jsonb)
              FROM unnest(:paths, :sizes, :etags, :keys, :runs, :rows, :signatures, :groups, :leaves)
                AS o (path, size, etag, landed_key, run_id, rows, signature, first_group_rows, leaves)
              """)
          .bind("id", id)
          .bindArray("paths", String.class, of(some, LandedObject::path))
          .bindArray("sizes", Long.class, of(some, LandedObject::size))
          .bindArray("etags", String.class, of(some, LandedObject::etag))
          .bindArray("keys", String.class, of(some, LandedObject::landedKey))
          .bindArray("runs", String.class, of(some, LandedObject::runId))
          .bindArray("rows", Long.class, of(some, LandedObject::rows))
          .bindArray("signatures", String.class, of(some, LandedObject::signature))
          .bindArray("groups", Long.class, of(some, LandedObject::firstGroupRows))
          .bindArray("leaves", String.class, of(some, LandedObject::leaves))
          .execute();
    }
  }

  private static <T> List<T> of(List<LandedObject> objects, Function<LandedObject, T> part) {
    return objects.stream().map(part).toList();
  }
}
