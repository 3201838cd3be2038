package dev.lakeferry.verification;

import dev.lakeferry.generation.Relation;
import dev.lakeferry.lake.Quote;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Every row has a key of its own, and a Delta source has as many. For tables whose key columns are
 * declared.
 */
final class KeyCardinality implements Check {
  @Override
  public String name() {
    return "key_cardinality";
  }

  @Override
  public boolean appliesTo(Subject subject) {
    return !keys(subject).isEmpty();
  }

  private static List<String> keys(Subject subject) {
    return subject.rules().declared().keys();
  }

  @Override
  public String sql(Subject subject) {
    return query(subject, subject.quoted());
  }

  /** A key with a NULL in it is none, so such rows are not counted. */
  private static String query(Subject subject, String from) {
    List<String> names = keys(subject).stream().map(Quote::name).toList();
    return """
        SELECT
          count(*),
          count(DISTINCT %s) FILTER (WHERE %s)
        FROM %s"""
        .formatted(
            names.size() == 1 ? names.get(0) : "row(%s)".formatted(String.join(", ", names)),
            names.stream().map(name -> name + " IS NOT NULL").collect(Collectors.joining(" AND ")),
            from);
  }

  private record Counts(long rows, long keys) {}

  private static Counts counts(Subject subject, String from, Object... parameters) {
    return subject
        .session()
        .first(query(subject, from), row -> new Counts(row.getLong(1), row.getLong(2)), parameters)
        .orElseThrow();
  }

  @Override
  public Finding run(Subject subject) {
    Counts here = counts(subject, subject.quoted());
    String key = String.join(", ", keys(subject));
    if (here.keys() != here.rows()) {
      return Finding.failed(
          here.keys() + " keys",
          here.rows() + " keys",
          "the key (%s) is missing or not unique in %d of %d rows"
              .formatted(key, here.rows() - here.keys(), here.rows()));
    }
    if (subject.expected().delta().isPresent()) {
      Relation rows = subject.expected().delta().get().all();
      long there =
          rows.reading(
                  subject.session(), () -> counts(subject, rows.sql(), rows.parameters().toArray()))
              .keys();
      if (there != here.keys()) {
        return Finding.failed(
            here.keys() + " keys",
            there + " keys",
            "the source has %d different keys (%s)".formatted(there, key));
      }
    }
    return Finding.passed(here.keys() + " keys", here.rows() + " keys");
  }
}
