package dev.lakeferry.testing;

import dev.lakeferry.lake.Column;
import dev.lakeferry.lake.Lake;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.lake.Quote;
import dev.lakeferry.naming.TableName;
import java.util.ArrayList;
import java.util.List;

/**
 * Compares a published table with the Parquet files of its prepared folder, on a DuckDB that has
 * nothing to do with the service: there the catalog's statistics answer.
 */
public final class Comparison {
  /**
   * A question about a field.
   *
   * @param ofTable a statement of its own, as a reader would ask it
   * @param ofSource one expression of many
   */
  private record Question(String ofTable, String ofSource) {}

  private static final List<Question> QUESTIONS =
      List.of(
          new Question("SELECT count(%s) FROM %s", "count(%s)"),
          new Question(
              "SELECT count(*) FILTER (%1$s IS NULL) FROM %2$s", "count(*) FILTER (%s IS NULL)"),
          new Question(
              "SELECT count(*) FROM %2$s WHERE %1$s IS NULL", "count(*) FILTER (%s IS NULL)"),
          new Question(
              "SELECT count(*) FROM %2$s WHERE %1$s IS NOT NULL",
              "count(*) FILTER (%s IS NOT NULL)"),
          new Question("SELECT min(%s) FROM %s", "min(%s)"),
          new Question("SELECT max(%s) FROM %s", "max(%s)"));

  private final LakeSession session;
  private final String table;
  private final String source;

  private Comparison(LakeSession session, String table, String source) {
    this.session = session;
    this.table = table;
    this.source = source;
  }

  /**
   * A sentence for each answer of the table that is not the source's.
   *
   * @param fields to ask about beside the columns, such as {@code s.a}
   */
  public static List<String> differences(
      TestLake lake, TableName table, String folder, String... fields) {
    try (LakeSession session = lake.reader().open("comparison")) {
      List<Column> columns = session.columns(table);
      String source =
          "(SELECT %s FROM read_parquet(%s, union_by_name = true, hive_partitioning = true, hive_types_autocast = false))"
              .formatted(
                  String.join(
                      ", ",
                      columns.stream()
                          .map(
                              column ->
                                  "CAST(%1$s AS %2$s) AS %1$s"
                                      .formatted(Quote.name(column.name()), column.type()))
                          .toList()),
                  Quote.text(
                      "s3://%s/%s**"
                          .formatted(lake.sourceSettings().bucket(), lake.sourceKey(folder, ""))));
      List<String> asked = new ArrayList<>(List.of(fields));
      columns.forEach(column -> asked.add(Quote.name(column.name())));
      return new Comparison(session, Lake.quoted(table), source).differences(asked);
    }
  }

  /**
   * The same with the rows of a query, each of them told by the test itself; also asks for three
   * values of each column, as the catalog's statistics decide which files such a filter reads.
   */
  public static List<String> differencesFrom(TestLake lake, TableName table, String query) {
    try (LakeSession session = lake.reader().open("comparison")) {
      List<Column> columns = session.columns(table);
      Comparison comparison =
          new Comparison(session, Lake.quoted(table), "(%s) AS told".formatted(query));
      List<String> differences =
          comparison.differences(columns.stream().map(c -> Quote.name(c.name())).toList());
      columns.stream()
          .filter(column -> !column.nested())
          .forEach(column -> comparison.equalities(column, differences));
      return differences;
    }
  }

  private void equalities(Column column, List<String> differences) {
    String name = Quote.name(column.name());
    session
        .query(
            "SELECT CAST(v AS VARCHAR) FROM (SELECT DISTINCT %s AS v FROM %s) WHERE v IS NOT NULL ORDER BY hash(v) LIMIT 3"
                .formatted(name, source),
            row -> row.getString(1))
        .forEach(
            value -> {
              String filter =
                  "%s = CAST(%s AS %s)".formatted(name, Quote.text(value), column.type());
              String observed = answer("SELECT count(*) FROM " + table + " WHERE " + filter);
              String expected = answer("SELECT count(*) FROM " + source + " WHERE " + filter);
              if (!observed.equals(expected)) {
                differences.add("%s finds %s instead of %s".formatted(filter, observed, expected));
              }
            });
  }

  private List<String> differences(List<String> fields) {
    List<String> differences = new ArrayList<>();
    List<String> expected = expected(fields);
    for (int i = 0; i < fields.size(); i++) {
      for (int j = 0; j < QUESTIONS.size(); j++) {
        Question question = QUESTIONS.get(j);
        String right = expected.get(i * QUESTIONS.size() + j);
        String observed = answer(question.ofTable().formatted(fields.get(i), table));
        if (!observed.equals(right)) {
          differences.add(
              "%s answers %s instead of %s"
                  .formatted(question.ofTable().formatted(fields.get(i), "it"), observed, right));
        }
      }
    }
    rows("rows too many: ", table, source, differences);
    rows("rows missing: ", source, table, differences);
    return differences;
  }

  /** All answers of the source, read once: no statistics of a catalog answer for it. */
  private List<String> expected(List<String> fields) {
    List<String> asked = new ArrayList<>();
    for (String field : fields) {
      QUESTIONS.forEach(question -> asked.add(question.ofSource().formatted(field)));
    }
    return session
        .first(
            "SELECT %s FROM %s".formatted(String.join(", ", asked), source),
            row -> {
              List<String> answers = new ArrayList<>();
              for (int i = 1; i <= asked.size(); i++) {
                answers.add(String.valueOf(row.getString(i)));
              }
              return answers;
            })
        .orElseThrow();
  }

  private String answer(String sql) {
    return session.first(sql, row -> String.valueOf(row.getString(1))).orElseThrow();
  }

  private void rows(String what, String one, String other, List<String> differences) {
    session
        .query(
            "SELECT CAST(d AS VARCHAR) FROM (SELECT * FROM %s EXCEPT ALL SELECT * FROM %s) AS d LIMIT 3"
                .formatted(one, other),
            row -> row.getString(1))
        .forEach(row -> differences.add(what + row));
  }
}
