package dev.lakeferry.lake;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.lakeferry.naming.TableName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The rows that were inserted into a table and deleted from it, by DuckLake's change feed. */
public final class TableChanges {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final LakeSession session;
  private final TableName table;
  private final long since;
  private final long until;
  private final long first;

  /**
   * Takes a span of snapshots.
   *
   * @param since the snapshot before the first whose changes are told
   * @param until the last
   * @param began the snapshot that made the table; before it there is nothing to tell
   */
  public TableChanges(LakeSession session, TableName table, long since, long until, long began) {
    this.session = session;
    this.table = table;
    this.since = since;
    this.until = until;
    this.first = Math.max(since + 1, began);
  }

  /**
   * A row that changed.
   *
   * @param snapshot that changed it
   * @param change {@code insert}, {@code delete}, {@code update_preimage} or {@code
   *     update_postimage}
   * @param row its columns
   */
  public record Change(long snapshot, String change, JsonNode row) {}

  /** The snapshot after which changes are told. */
  public long since() {
    return since;
  }

  /** The last snapshot whose changes are told. */
  public long until() {
    return until;
  }

  /** Whether the table was made after {@link #since()}, so that all of its rows are told. */
  public boolean anew() {
    return first > since + 1;
  }

  /** How many changes of a kind there are. */
  public long count(String change) {
    return first > until
        ? 0
        : session.number("SELECT count(*) FROM %s WHERE change_type = ?".formatted(feed()), change);
  }

  /** Some of the changes, in a fixed order. */
  public List<Change> page(int limit, long offset) {
    if (first > until) {
      return List.of();
    }
    return session.query(
        """
        SELECT snapshot_id, change_type, CAST(to_json(c.row) AS VARCHAR)
        FROM (
          SELECT snapshot_id, change_type, rowid AS number, f AS row
          FROM %s AS f
        ) AS c
        ORDER BY snapshot_id, number, change_type
        LIMIT %d OFFSET %d
        """
            .formatted(feed(), limit, offset),
        row -> new Change(row.getLong(1), row.getString(2), json(row.getString(3))));
  }

  /**
   * A place among the changes; a page begins after it.
   *
   * @param row DuckLake's number of the row
   */
  public record Position(long snapshot, long row, String change) {}

  /**
   * Some of the changes.
   *
   * @param end where it ended; empty if no change follows
   */
  public record Page(List<Change> changes, Optional<Position> end) {}

  /**
   * The changes after a place, in the same order. Costs what the snapshots from that place on hold,
   * not what was read before.
   *
   * @param after where the page before ended; empty for the first
   */
  public Page page(Optional<Position> after, int limit) {
    long from = after.map(Position::snapshot).filter(snapshot -> snapshot > first).orElse(first);
    if (from > until) {
      return new Page(List.of(), Optional.empty());
    }
    Position begin = after.orElse(new Position(0, 0, ""));
    List<Position> places = new ArrayList<>();
    List<Change> changes =
        session.query(
            """
            SELECT snapshot_id, change_type, CAST(to_json(c.row) AS VARCHAR), number
            FROM (
              SELECT snapshot_id, change_type, rowid AS number, f AS row
              FROM %s AS f
            ) AS c
            WHERE snapshot_id > %2$d
              OR snapshot_id = %2$d AND number > %3$d
              OR snapshot_id = %2$d AND number = %3$d AND change_type > ?
            ORDER BY snapshot_id, number, change_type
            LIMIT %4$d
            """
                .formatted(feed(from), begin.snapshot(), begin.row(), limit + 1L),
            row -> {
              places.add(new Position(row.getLong(1), row.getLong(4), row.getString(2)));
              return new Change(row.getLong(1), row.getString(2), json(row.getString(3)));
            },
            begin.change());
    return changes.size() > limit
        ? new Page(changes.subList(0, limit), Optional.of(places.get(limit - 1)))
        : new Page(changes, Optional.empty());
  }

  private String feed() {
    return feed(first);
  }

  private String feed(long from) {
    return "ducklake_table_changes(%s, %s, %s, %d, %d)"
        .formatted(
            Quote.text(Lake.ALIAS),
            Quote.text(table.schema()),
            Quote.text(table.table()),
            from,
            until);
  }

  private static JsonNode json(String text) {
    try {
      JsonNode row = JSON.readTree(text);
      if (row instanceof ObjectNode columns) {
        columns.remove(List.of("snapshot_id", "rowid", "change_type"));
      }
      return row;
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("DuckDB wrote what is no JSON.", e);
    }
  }
}
