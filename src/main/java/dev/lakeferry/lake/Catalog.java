package dev.lakeferry.lake;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.lakeferry.failure.RetryableFailure;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.settings.DatabaseSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.ConnectionException;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.HandleCallback;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.statement.StatementException;

/**
 * The lake's catalog, read straight from PostgreSQL. What changes the lake goes through the engine;
 * only rows that no snapshot needs are removed from here, by {@link PendingDeletions} and {@link
 * DroppedStatistics}, and views for people are made beside it, by {@link Observability}.
 *
 * @see <a href="https://ducklake.select/docs/stable/specification/tables/overview">DuckLake's
 *     catalog tables</a>
 */
public final class Catalog implements AutoCloseable {
  /** What the message of a commit begins with that gave tables other names. */
  public static final String RENAMED = "lakeferry renames tables of ";

  private final DatabaseSettings database;
  private final String metadataSchema;
  private final HikariDataSource pool;
  private final Jdbi jdbi;

  /** Takes where the catalog is; connects when first used. */
  public Catalog(DatabaseSettings database, String metadataSchema) {
    this.database = database;
    this.metadataSchema = metadataSchema;
    HikariConfig config = new HikariConfig();
    config.setPoolName("catalog");
    config.setJdbcUrl(CatalogConnections.url(database));
    config.setDataSourceProperties(CatalogConnections.properties(database, "lakeferry catalog"));
    config.setMaximumPoolSize(4);
    config.setMinimumIdle(0);
    config.setConnectionTimeout(10_000);
    config.setInitializationFailTimeout(-1);
    config.setReadOnly(true);
    this.pool = new HikariDataSource(config);
    this.jdbi = Jdbi.create(pool);
    this.jdbi.define("m", Quote.name(metadataSchema));
  }

  /**
   * A snapshot of the lake.
   *
   * @param id ascending; one a commit
   * @param time by the catalog's clock
   */
  public record Snapshot(long id, Instant time) {}

  /**
   * The path of a file that the catalog knows under a prefix, whether it is live, of an older
   * snapshot or scheduled for deletion. Law "objects that the catalog may know are sacred" asks.
   *
   * @param prefix an absolute URI, ending in a slash
   */
  public Optional<String> fileUnder(String prefix) {
    return fileUnder(prefix, -1);
  }

  /**
   * The same without the live files of one table.
   *
   * @param tableId the catalog's id of the table
   */
  public Optional<String> fileUnder(String prefix, long tableId) {
    return read(
        handle ->
            handle
                .createQuery(
                    """
                    WITH root AS (
                      SELECT value AS data_path
                      FROM <m>.ducklake_metadata
                      WHERE key = 'data_path' AND scope IS NULL
                    ), table_root AS (
                      SELECT DISTINCT
                        t.table_id,
                        CASE
                          WHEN NOT t.path_is_relative THEN t.path
                          WHEN s.path_is_relative THEN root.data_path || s.path || t.path
                          ELSE s.path || t.path
                        END AS path
                      FROM <m>.ducklake_table t
                      JOIN <m>.ducklake_schema s USING (schema_id)
                      CROSS JOIN root
                    ), known AS (
                      SELECT table_id, path, path_is_relative
                      FROM <m>.ducklake_data_file
                      WHERE NOT (table_id = :table AND end_snapshot IS NULL)
                      UNION ALL
                      SELECT table_id, path, path_is_relative FROM <m>.ducklake_delete_file
                    ), absolute AS (
                      SELECT path FROM known WHERE NOT path_is_relative
                      UNION ALL
                      SELECT r.path || k.path
                      FROM known k
                      JOIN table_root r USING (table_id)
                      WHERE k.path_is_relative
                        AND (starts_with(r.path, :prefix) OR starts_with(:prefix, r.path))
                      UNION ALL
                      SELECT CASE WHEN d.path_is_relative THEN root.data_path || d.path ELSE d.path END
                      FROM <m>.ducklake_files_scheduled_for_deletion d
                      CROSS JOIN root
                    )
                    SELECT path
                    FROM absolute
                    WHERE starts_with(path, :prefix)
                    LIMIT 1
                    """)
                .bind("prefix", prefix)
                .bind("table", tableId)
                .mapTo(String.class)
                .findFirst());
  }

  /** The snapshot that one of some commit messages made; the newest if there are several. */
  public Optional<Snapshot> committedWith(List<String> messages) {
    if (messages.isEmpty()) {
      return Optional.empty();
    }
    return read(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT s.snapshot_id, s.snapshot_time
                    FROM <m>.ducklake_snapshot_changes c
                    JOIN <m>.ducklake_snapshot s USING (snapshot_id)
                    WHERE c.commit_message IN (<messages>)
                    ORDER BY s.snapshot_id DESC
                    LIMIT 1
                    """)
                .bindList("messages", messages)
                .map(
                    (row, context) -> new Snapshot(row.getLong(1), row.getTimestamp(2).toInstant()))
                .findFirst());
  }

  /** What the commit of a snapshot said; empty if nothing. */
  public Optional<String> commitMessage(long snapshot) {
    return read(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT commit_message
                    FROM <m>.ducklake_snapshot_changes
                    WHERE snapshot_id = :snapshot
                      AND commit_message IS NOT NULL
                    """)
                .bind("snapshot", snapshot)
                .mapTo(String.class)
                .findFirst());
  }

  /** The id of the newest snapshot. */
  public long newestSnapshot() {
    return read(
        handle ->
            handle
                .createQuery("SELECT max(snapshot_id) FROM <m>.ducklake_snapshot")
                .mapTo(Long.class)
                .one());
  }

  /** Whether there is a schema. */
  public boolean hasSchema(String name) {
    return read(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT EXISTS (
                      SELECT
                      FROM <m>.ducklake_schema
                      WHERE schema_name = :name
                        AND end_snapshot IS NULL)
                    """)
                .bind("name", name)
                .mapTo(Boolean.class)
                .one());
  }

  /** The catalog's id of a live table. */
  public Optional<Long> tableId(TableName table) {
    return read(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT t.table_id
                    FROM <m>.ducklake_table t
                    JOIN <m>.ducklake_schema s USING (schema_id)
                    WHERE s.schema_name = :schema
                      AND t.table_name = :table
                      AND s.end_snapshot IS NULL
                      AND t.end_snapshot IS NULL
                    """)
                .bind("schema", table.schema())
                .bind("table", table.table())
                .mapTo(Long.class)
                .findFirst());
  }

  /** The newest snapshot in which a table's rows, files or columns changed. */
  public Optional<Long> lastChange(long tableId) {
    return read(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT max(snapshot)
                    FROM (
                      SELECT greatest(begin_snapshot, end_snapshot) AS snapshot
                      FROM <m>.ducklake_data_file WHERE table_id = :table
                      UNION ALL
                      SELECT greatest(begin_snapshot, end_snapshot)
                      FROM <m>.ducklake_delete_file WHERE table_id = :table
                      UNION ALL
                      SELECT greatest(begin_snapshot, end_snapshot)
                      FROM <m>.ducklake_column WHERE table_id = :table
                      UNION ALL
                      SELECT greatest(begin_snapshot, end_snapshot)
                      FROM <m>.ducklake_table WHERE table_id = :table
                    ) change
                    """)
                .bind("table", tableId)
                .mapTo(Long.class)
                .findFirst());
  }

  /** The options that were set on a table itself, by name. */
  public Map<String, String> tableOptions(long tableId) {
    return read(
        handle -> {
          Map<String, String> options = new LinkedHashMap<>();
          handle
              .createQuery(
                  """
                  SELECT key, value
                  FROM <m>.ducklake_metadata
                  WHERE scope = 'table' AND scope_id = :table
                  ORDER BY key
                  """)
              .bind("table", tableId)
              .map((row, context) -> options.put(row.getString(1), row.getString(2)))
              .list();
          return options;
        });
  }

  /** What people said of a table; empty if nothing. */
  public Optional<String> tableComment(long tableId) {
    return read(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT value
                    FROM <m>.ducklake_tag
                    WHERE object_id = :table
                      AND key = 'comment'
                      AND end_snapshot IS NULL
                      AND value IS NOT NULL
                    """)
                .bind("table", tableId)
                .mapTo(String.class)
                .findFirst());
  }

  /** What people said of a table's columns, by name. */
  public Map<String, String> columnComments(long tableId) {
    return read(
        handle -> {
          Map<String, String> comments = new LinkedHashMap<>();
          handle
              .createQuery(
                  """
                  SELECT c.column_name, t.value
                  FROM <m>.ducklake_column_tag t
                  JOIN <m>.ducklake_column c USING (table_id, column_id)
                  WHERE t.table_id = :table
                    AND t.key = 'comment'
                    AND t.end_snapshot IS NULL
                    AND t.value IS NOT NULL
                    AND c.end_snapshot IS NULL
                    AND c.parent_column IS NULL
                  ORDER BY c.column_order
                  """)
              .bind("table", tableId)
              .map((row, context) -> comments.put(row.getString(1), row.getString(2)))
              .list();
          return comments;
        });
  }

  /** What the lake holds, for people who look at it. */
  public CatalogContents contents() {
    return new CatalogContents(this);
  }

  /**
   * The snapshot of an id.
   *
   * @return empty if there is none, or it has expired
   */
  public Optional<Snapshot> snapshot(long id) {
    return read(
        handle ->
            handle
                .createQuery(
                    "SELECT snapshot_time FROM <m>.ducklake_snapshot WHERE snapshot_id = :id")
                .bind("id", id)
                .map((row, context) -> new Snapshot(id, row.getTimestamp(1).toInstant()))
                .findFirst());
  }

  /** The newest snapshot that is not later than a time; empty if all that old have expired. */
  public Optional<Snapshot> snapshotAt(Instant time) {
    return read(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT snapshot_id, snapshot_time
                    FROM <m>.ducklake_snapshot
                    WHERE snapshot_time <= :time
                    ORDER BY snapshot_id DESC
                    LIMIT 1
                    """)
                .bind("time", time)
                .map(
                    (row, context) -> new Snapshot(row.getLong(1), row.getTimestamp(2).toInstant()))
                .findFirst());
  }

  /** The snapshot that made a live table. */
  public long began(long tableId) {
    return read(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT min(begin_snapshot)
                    FROM <m>.ducklake_table
                    WHERE table_id = :table
                    """)
                .bind("table", tableId)
                .mapTo(Long.class)
                .one());
  }

  /** The time by the catalog's clock. */
  public Instant now() {
    return read(
        handle -> handle.createQuery("SELECT clock_timestamp()").mapTo(Instant.class).one());
  }

  /** The schema of its tables. */
  String metadataSchema() {
    return metadataSchema;
  }

  /** What a table is made of. */
  public LiveTable liveTable(long tableId) {
    return new LiveTable(this, tableId);
  }

  /** Asks once more where the server had ended the pooled connection: a read may be repeated. */
  <T> T read(HandleCallback<T, SQLException> query) {
    try {
      return readOnce(query);
    } catch (RetryableFailure stale) {
      return readOnce(query);
    }
  }

  private <T> T readOnce(HandleCallback<T, SQLException> query) {
    try (Handle handle = jdbi.open()) {
      return query.withHandle(handle);
    } catch (ConnectionException | StatementException e) {
      throw e.getCause() instanceof SQLException sql ? CatalogConnections.failed(database, sql) : e;
    } catch (SQLException e) {
      throw CatalogConnections.failed(database, e);
    }
  }

  /** Does work that writes, in one transaction on a connection of its own. */
  <T> T change(HandleCallback<T, SQLException> work) {
    try (Connection connection = CatalogConnections.open(database, "lakeferry upkeep");
        Handle handle = Jdbi.create(connection).open()) {
      handle.define("m", Quote.name(metadataSchema));
      return handle.inTransaction(work);
    } catch (ConnectionException | StatementException e) {
      throw e.getCause() instanceof SQLException sql ? CatalogConnections.failed(database, sql) : e;
    } catch (SQLException e) {
      throw CatalogConnections.failed(database, e);
    }
  }

  @Override
  public void close() {
    pool.close();
  }
}
