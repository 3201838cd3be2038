package dev.lakeferry.verification;

import dev.lakeferry.generation.DeltaRows;
import dev.lakeferry.generation.Relation;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Asks a declared query. */
final class DeclaredCheck implements Check {
  private final DeclaredQuery query;

  DeclaredCheck(DeclaredQuery query) {
    this.query = query;
  }

  @Override
  public String name() {
    return query.name();
  }

  @Override
  public boolean appliesTo(Subject subject) {
    return true;
  }

  @Override
  public String sql(Subject subject) {
    return query.sql().render(subject.tested(), query.parameters(), source(subject));
  }

  @Override
  public Finding run(Subject subject) {
    if (query.parameters().contains(QueryParameter.SOURCE)
        && subject.expected().delta().isEmpty()) {
      return Finding.skipped("it asks source_table_uri, and the source is no Delta table");
    }
    List<Object> answers = answers(subject);
    if (answers.isEmpty()) {
      return failed("no row", "Query returned no rows");
    }
    BigDecimal observed = number(answers.get(0));
    if (observed == null) {
      return failed(text(answers.get(0)), "Query did not return a numeric value");
    }
    boolean passed = observed.subtract(query.expected()).abs().compareTo(query.tolerance()) <= 0;
    return new Finding(
        passed,
        observed.toPlainString(),
        query.expected().toPlainString(),
        query.tolerance().toPlainString(),
        null);
  }

  private static Optional<Relation> source(Subject subject) {
    return subject.expected().delta().map(DeltaRows::all);
  }

  private List<Object> answers(Subject subject) {
    Optional<Relation> source = source(subject);
    Object[] parameters =
        query
            .sql()
            .parameters(query.parameters(), name -> QueryParameter.value(name, subject), source)
            .toArray();
    Supplier<List<Object>> asking =
        () -> subject.session().query(sql(subject), row -> orNothing(row.getObject(1)), parameters);
    return source.isPresent() && query.sql().scansSource(query.parameters())
        ? source.get().reading(subject.session(), asking)
        : asking.get();
  }

  private Finding failed(String observed, String error) {
    return new Finding(
        false,
        observed,
        query.expected().toPlainString(),
        query.tolerance().toPlainString(),
        "%s (%s)".formatted(error, query.place()));
  }

  private static Object orNothing(Object value) {
    return value == null ? Nothing.NULL : value;
  }

  /** A list cannot hold a null everywhere. */
  private enum Nothing {
    NULL
  }

  private static BigDecimal number(Object value) {
    if (value instanceof Boolean truth) {
      return truth ? BigDecimal.ONE : BigDecimal.ZERO;
    }
    if (value instanceof Number || value instanceof String) {
      try {
        return new BigDecimal(value.toString().strip());
      } catch (NumberFormatException e) {
        return null;
      }
    }
    return null;
  }

  private static String text(Object value) {
    String text = value.toString();
    return text.length() > 100 ? text.substring(0, 100) + "…" : text;
  }
}
