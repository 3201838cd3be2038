package dev.lakeferry.completion;

import java.time.Instant;

/** Completions of imports for tests. */
public final class Imports {
  /** When the completions of {@link #of} finished. */
  public static final Instant FINISHED = Instant.parse("2026-01-02T03:04:05Z");

  private Imports() {}

  /** A completion of team 1 with the given schema, job and folder. */
  public static CompletedImport of(String schema, String job, String preparedFolder) {
    return of(1, schema, job, preparedFolder, FINISHED);
  }

  /** A completion with what orders and identifies it. */
  public static CompletedImport of(
      long team, String schema, String job, String preparedFolder, Instant finishedAt) {
    return new CompletedImport(
        0,
        team,
        "0190a000-0000-7000-8000-00000000aa01",
        "0190a000-0000-7000-8000-000000000001",
        null,
        "source-1",
        "Stripe",
        "prod",
        schema,
        "invoices",
        job,
        "team_" + team + "_stripe_" + schema.replace('-', '_'),
        preparedFolder,
        finishedAt,
        null);
  }
}
