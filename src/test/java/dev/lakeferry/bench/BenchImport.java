package dev.lakeferry.bench;

import dev.lakeferry.completion.CompletedImport;
import java.time.Instant;
import java.util.Locale;

/** Imports as upstream announces them. */
final class BenchImport {
  private static final String ORGANIZATION = "0190a000-0000-7000-8000-000000000001";

  private BenchImport() {}

  /**
   * A generation of a source schema.
   *
   * @param schema numbers the source schemas, from 1
   * @param generation counts up
   */
  static CompletedImport of(long team, int schema, String name, int generation, long rows) {
    String id = String.format(Locale.ROOT, "0190a000-0000-7000-8000-%012x", schema);
    return new CompletedImport(
        0,
        team,
        "0190a000-0000-7000-8000-00000000aa01",
        ORGANIZATION,
        null,
        null,
        "Stripe",
        "prod",
        id,
        name,
        "job-" + generation,
        "team_%d_stripe_%s".formatted(team, id.replace('-', '_')),
        "%s__query_%d_a17e0102".formatted(name, 1_764_490_000 + generation),
        Instant.parse("2026-01-02T03:04:05Z").plusSeconds(generation),
        rows);
  }

  /** Where its files lie in the source bucket. */
  static String prefix(CompletedImport completion) {
    return completion.folderPath() + "/" + completion.preparedFolder() + "/";
  }

  /** The table that it becomes, in SQL. */
  static String table(long team, String name) {
    return "lake.insights_data_imports_team_%d.stripe_prod_%s".formatted(team, name);
  }
}
