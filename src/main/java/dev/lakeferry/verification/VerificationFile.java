package dev.lakeferry.verification;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A file of declared checks.
 *
 * @param workflows those that it is for; empty means all
 * @param defaults what holds for all tables
 * @param models by model label or normalised name
 * @param tables by {@code schema.table}
 */
record VerificationFile(
    List<String> workflows,
    Section defaults,
    Map<String, Section> models,
    Map<String, Section> tables) {

  /**
   * What is declared for all tables, a model or a table.
   *
   * @param inheritDefaults whether the queries for all tables hold as well
   * @param keys empty where none are said
   */
  record Section(
      boolean inheritDefaults,
      List<DeclaredQuery> queries,
      List<String> keys,
      Optional<FreshnessRule> freshness) {
    static final Section EMPTY = new Section(true, List.of(), List.of(), Optional.empty());
  }

  /** Whether it is for a workflow; a table without one is looked at by every file. */
  boolean isFor(String workflow) {
    return workflows.isEmpty() || workflow == null || workflows.contains(workflow);
  }
}
