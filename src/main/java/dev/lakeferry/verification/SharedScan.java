package dev.lakeferry.verification;

import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.lake.Quote;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Rows and values of a table, counted in one pass, made at most once. Inside the transaction there
 * are no statistics to answer from, so that counting a column's values reads them.
 */
final class SharedScan {
  private final LakeSession session;
  private final String sql;
  private final int columns;
  private Counts counts;

  /**
   * Takes what is counted.
   *
   * @param from what may stand after FROM
   * @param columns whose values are counted beside the rows
   */
  SharedScan(LakeSession session, String from, List<String> columns) {
    this.session = session;
    this.columns = columns.size();
    this.sql =
        "SELECT count(*)%s FROM %s"
            .formatted(
                columns.stream()
                    .map(column -> ", count(%s)".formatted(Quote.name(column)))
                    .collect(Collectors.joining()),
                from);
  }

  /**
   * What was counted.
   *
   * @param values how many are not null, column by column
   */
  record Counts(long rows, List<Long> values) {}

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
                    return new Counts(row.getLong(1), values);
                  })
              .orElseThrow();
    }
    return counts;
  }
}
