package dev.lakeferry.publish;

import dev.lakeferry.failure.RunFailure;
import dev.lakeferry.lake.Lake;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.lake.Quote;
import dev.lakeferry.naming.TableName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What people said of the live table, carried over to its successor: a swap would lose it. */
final class Carried {
  /** Options that are stored in bytes, but not taken without a unit. */
  private static final Set<String> SIZES =
      Set.of("target_file_size", "parquet_row_group_size_bytes");

  private final LakeSession session;
  private final TableName live;
  private final Map<String, String> options;

  Carried(LakeSession session, TableName live, Map<String, String> options) {
    this.session = session;
    this.live = live;
    this.options = options;
  }

  private record ColumnComment(String column, String comment) {}

  /**
   * Copies the comments of the table and of the columns that it still has, inside the transaction.
   */
  void comments(Shadow shadow, List<String> columns) {
    session
        .query(
            """
            SELECT comment
            FROM duckdb_tables()
            WHERE database_name = ?
              AND schema_name = ?
              AND table_name = ?
              AND comment IS NOT NULL
            """,
            row -> row.getString(1),
            Lake.ALIAS,
            live.schema(),
            live.table())
        .forEach(
            comment ->
                session.execute(
                    "COMMENT ON TABLE %s IS %s".formatted(shadow.quoted(), Quote.text(comment))));
    for (ColumnComment commented : columnComments()) {
      if (columns.stream().anyMatch(commented.column()::equalsIgnoreCase)) {
        session.execute(
            "COMMENT ON COLUMN %s.%s IS %s"
                .formatted(
                    shadow.quoted(),
                    Quote.name(commented.column()),
                    Quote.text(commented.comment())));
      }
    }
  }

  private List<ColumnComment> columnComments() {
    return session.query(
        """
        SELECT column_name, comment
        FROM duckdb_columns()
        WHERE database_name = ?
          AND schema_name = ?
          AND table_name = ?
          AND comment IS NOT NULL
        """,
        row -> new ColumnComment(row.getString(1), row.getString(2)),
        Lake.ALIAS,
        live.schema(),
        live.table());
  }

  /**
   * Sets the table's options again, after the COMMIT: DuckLake refuses them on a table of the
   * running transaction.
   *
   * @return a sentence for each that could not be set
   */
  List<String> options() {
    List<String> warnings = new ArrayList<>();
    options.forEach(
        (option, value) -> {
          try {
            session.execute(
                "CALL ducklake_set_option(?, ?, ?, schema => ?, table_name => ?)",
                Lake.ALIAS,
                option,
                SIZES.contains(option) ? value + "B" : value,
                live.schema(),
                live.table());
          } catch (RunFailure e) {
            warnings.add(
                "The table option '%s' = '%s' of %s could not be set on the new table: %s Set it by hand."
                    .formatted(option, value, live, e.getMessage()));
          }
        });
    return warnings;
  }
}
