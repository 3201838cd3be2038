package dev.lakeferry.publish;

import dev.lakeferry.generation.ColumnFacts;
import dev.lakeferry.generation.Plan;
import dev.lakeferry.lake.Lake;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.lake.Quote;
import dev.lakeferry.naming.TableName;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads a published table on a fresh connection. Only there do the catalog's statistics answer,
 * which may be wrong though everything was right inside the transaction.
 */
final class ReadBack {
  private static final int COLUMNS_A_QUERY = 100;

  private final LakeSession session;
  private final TableName table;

  ReadBack(LakeSession session, TableName table) {
    this.session = session;
    this.table = table;
  }

  /** A sentence for each answer that differs from the footers. */
  List<String> differences(Plan plan) {
    List<String> differences = new ArrayList<>();
    long rows = session.number("SELECT count(*) FROM " + Lake.quoted(table));
    if (rows != plan.rows()) {
      differences.add("%d rows instead of %d".formatted(rows, plan.rows()));
    }
    long files =
        session.number(
            "SELECT count(*) FROM ducklake_list_files(?, ?, schema => ?)",
            Lake.ALIAS,
            table.table(),
            table.schema());
    if (files < plan.landed().size()) {
      differences.add("%d files instead of %d".formatted(files, plan.landed().size()));
    }
    for (int from = 0; from < plan.facts().size(); from += COLUMNS_A_QUERY) {
      int to = Math.min(from + COLUMNS_A_QUERY, plan.facts().size());
      differences.addAll(countColumns(plan.facts().subList(from, to)));
    }
    return differences;
  }

  private List<String> countColumns(List<ColumnFacts> facts) {
    List<String> counts =
        facts.stream().map(fact -> "count(%s)".formatted(Quote.name(fact.name()))).toList();
    return session
        .query(
            "SELECT %s FROM %s".formatted(String.join(", ", counts), Lake.quoted(table)),
            row -> {
              List<String> differences = new ArrayList<>();
              for (int i = 0; i < facts.size(); i++) {
                long observed = row.getLong(i + 1);
                if (observed != facts.get(i).values()) {
                  differences.add(
                      "count(%s) answers %d instead of %d"
                          .formatted(facts.get(i).name(), observed, facts.get(i).values()));
                }
              }
              return differences;
            })
        .get(0);
  }
}
