package dev.lakeferry.verification;

import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.lake.Quote;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Rows, values and files of a table, counted in one pass, made at most once. Inside the transaction
 * there are no statistics to answer from, so that counting a column's values reads them.
 */
final class SharedScan {
  private final LakeSession session;
  private final String sql;
  private final int columns;
  private final boolean files;
  private Counts counts;

  /**
   * Takes what is counted.
   *
   * @param from what may stand after FROM
   * @param columns whose values are counted beside the rows
   * @param filesUnder the prefix of the files that are counted too, if any are
   */
  SharedScan(LakeSession session, String from, List<String> columns, Optional<String> filesUnder) {
    this.session = session;
    this.columns = columns.size();
    this.files = filesUnder.isPresent();
    List<String> counted = new ArrayList<>();
    counted.add("count(*)");
    columns.forEach(column -> counted.add("count(%s)".formatted(Quote.name(column))));
    filesUnder.ifPresent(
        prefix ->
            counted.add(
                "count(DISTINCT filename) FILTER (WHERE starts_with(filename, %s))"
                    .formatted(Quote.text(prefix))));
    this.sql = "SELECT %s FROM %s".formatted(String.join(", ", counted), from);
  }

  /**
   * What was counted.
   *
   * @param values how many are not null, column by column
   * @param files how many have a row; 0 where they were not asked for
   */
  record Counts(long rows, List<Long> values, long files) {}

  String sql() {
    return sql;
  }

  Counts counts() {
    if (counts == null) {
      counts =
          session
              .first(
                  sql,
                  row -> {
                    List<Long> values = new ArrayList<>(columns);
                    for (int i = 0; i < columns; i++) {
                      values.add(row.getLong(i + 2));
                    }
                    return new Counts(row.getLong(1), values, files ? row.getLong(columns + 2) : 0);
                  })
              .orElseThrow();
    }
    return counts;
  }
}
