package dev.lakeferry.publish;

import dev.lakeferry.generation.ColumnFacts;
import dev.lakeferry.generation.Plan;
import dev.lakeferry.lake.Column;
import dev.lakeferry.lake.Lake;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.lake.Quote;
import dev.lakeferry.naming.TableName;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

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
  List<String> differences(Publication publication) {
    Plan plan = publication.plan();
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
    List<ColumnFacts> whole = new ArrayList<>();
    List<ColumnFacts> others = new ArrayList<>();
    plan.facts().forEach(fact -> (isWhole(fact, plan) ? whole : others).add(fact));
    differences.addAll(answeredByStatistics(whole));
    if (!others.isEmpty()) {
      publication.giveThreads(session);
      differences.addAll(differences(others, count -> count, " FROM " + Lake.quoted(table)));
    }
    return differences;
  }

  /** Compares columns without NULL, each in a query of its own so that no file is read. */
  List<String> answeredByStatistics(List<ColumnFacts> whole) {
    return differences(
        whole, count -> "(SELECT %s FROM %s)".formatted(count, Lake.quoted(table)), "");
  }

  /**
   * Whether the statistics are expected to answer, without a file being read. Asked together,
   * DuckDB (1.5) would read such columns all the same. Floating-point columns of registered files
   * have none: nobody knows whether they hold NaN.
   */
  static boolean isWhole(ColumnFacts fact, Plan plan) {
    String type = Column.find(plan.columns(), fact.name()).map(Column::type).orElse("");
    return fact.values() == plan.rows() && !type.equals("DOUBLE") && !type.equals("FLOAT");
  }

  /**
   * Compares what {@code count(column)} answers.
   *
   * @param asked makes an expression of a count
   * @param from of all expressions together, or nothing
   */
  private List<String> differences(
      List<ColumnFacts> facts, UnaryOperator<String> asked, String from) {
    List<String> differences = new ArrayList<>();
    for (int begin = 0; begin < facts.size(); begin += COLUMNS_A_QUERY) {
      List<ColumnFacts> some =
          facts.subList(begin, Math.min(begin + COLUMNS_A_QUERY, facts.size()));
      List<String> counts =
          some.stream()
              .map(fact -> asked.apply("count(%s)".formatted(Quote.name(fact.name()))))
              .toList();
      session.query(
          "SELECT %s%s".formatted(String.join(", ", counts), from),
          row -> {
            for (int i = 0; i < some.size(); i++) {
              long observed = row.getLong(i + 1);
              if (observed != some.get(i).values()) {
                differences.add(
                    "count(%s) answers %d instead of %d"
                        .formatted(some.get(i).name(), observed, some.get(i).values()));
              }
            }
            return null;
          });
    }
    return differences;
  }
}
