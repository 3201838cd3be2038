package dev.lakeferry.generation;

import dev.lakeferry.lake.LakeSession;
import java.util.Optional;

/**
 * Lists without the group around their elements, as old writers made them. DuckDB reads them;
 * registering such a file breaks the whole engine (DuckLake of DuckDB 1.5.5 takes the first child
 * of an element that has none: "Attempted to access index 0 within vector of size 0"), so it is
 * never asked. Only elements called {@code array} does it know (duckdb/ducklake#617).
 */
final class TwoLevelLists {
  private TwoLevelLists() {}

  /** Why a file cannot be registered, if it has one. */
  static Optional<String> refusal(LakeSession session, String uri) {
    // A list's only child follows it.
    return session.first(
        """
        SELECT list_name
        FROM (
          SELECT
            *,
            lag(name) OVER in_file AS list_name,
            lag(converted_type) OVER in_file AS list_converted,
            lag(logical_type) OVER in_file AS list_logical
          FROM parquet_schema([?])
          WINDOW in_file AS (ORDER BY column_id))
        WHERE repetition_type = 'REPEATED'
          AND coalesce(num_children, 0) = 0
          AND name <> 'array'
          AND (list_converted = 'LIST' OR starts_with(list_logical, 'ListType'))
        LIMIT 1
        """,
        row -> "its column '%s' is a list of two levels".formatted(row.getString(1)),
        uri);
  }
}
