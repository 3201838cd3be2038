package dev.lakeferry.verification;

import java.util.List;
import java.util.Optional;

/**
 * What operators declared of a table.
 *
 * @param queries in the order of the files, each name once
 * @param keys the columns that identify a row; empty if none were declared
 */
public record Declared(
    List<DeclaredQuery> queries, List<String> keys, Optional<FreshnessRule> freshness) {
  /** Nothing. */
  public static final Declared NOTHING = new Declared(List.of(), List.of(), Optional.empty());

  /** Whether a query reads a Delta table that it names itself. */
  public boolean readsDelta() {
    return queries.stream()
        .anyMatch(
            query ->
                !query.parameters().contains(QueryParameter.SOURCE) && query.sql().namesDelta());
  }
}
