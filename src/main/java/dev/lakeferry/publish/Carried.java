package dev.lakeferry.publish;

import dev.lakeferry.failure.RunFailure;
import dev.lakeferry.lake.Catalog;
import dev.lakeferry.lake.Lake;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.naming.TableName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What people said of the live table, carried over to its successor: a swap would lose it. */
final class Carried {
  /** Options that are stored in bytes, but not taken without a unit. */
  private static final Set<String> SIZES =
      Set.of("target_file_size", "parquet_row_group_size_bytes");

  private final LakeSession session;
  private final TableName live;
  private final Comments comments;
  private final Map<String, String> options;

  /**
   * Reads it from the catalog: {@code duckdb_tables()} would load the statistics of every table of
   * the lake.
   *
   * @param liveId the catalog's id of the live table; empty if there is none
   */
  Carried(LakeSession session, TableName live, Catalog catalog, Optional<Long> liveId) {
    this.session = session;
    this.live = live;
    this.comments = liveId.map(id -> Comments.of(catalog, id)).orElse(Comments.NONE);
    this.options = liveId.map(catalog::tableOptions).orElse(Map.of());
  }

  /** What was said of the live table. */
  Comments comments() {
    return comments;
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
