package dev.lakeferry.faults;

import dev.lakeferry.completion.CompletedImport;
import java.time.Instant;

/**
 * One generation of one table. Its rows say which generation they are of, and their number is that
 * generation's alone, so that a mixture shows.
 *
 * @param generation counts from 1
 */
record Carried(long team, String name, int generation) {
  static final int FILES = 3;

  /**
   * Whether the first file is the same in all generations, as those have it that are published
   * incrementally; its rows say that they are of generation 0.
   */
  private static final int KEPT = "incremental".equals(Lab.MODE) ? 1 : 0;

  private static final Instant FIRST = Instant.parse("2026-01-02T03:04:05Z");

  Carried next() {
    return new Carried(team, name, generation + 1);
  }

  String schemaId() {
    return "0190a000-0000-7000-%04x-%012x"
        .formatted(0x8000 | team, Integer.toUnsignedLong(name.hashCode()));
  }

  String jobId() {
    return "job-" + generation;
  }

  String runId() {
    return "ducklake-register-data-imports-%d-%s-%s".formatted(team, schemaId(), jobId());
  }

  String table() {
    return "insights_data_imports_team_%d.stripe_prod_%s".formatted(team, name);
  }

  String folderPath() {
    return "team_%d_stripe_%s".formatted(team, schemaId().replace('-', '_'));
  }

  String folder() {
    return "%s__query_%d_a17e0101".formatted(name, finishedAt().getEpochSecond());
  }

  private Instant finishedAt() {
    return FIRST.plusSeconds(60L * generation);
  }

  long rows() {
    return (long) KEPT * rowsOfFile(0) + (long) (FILES - KEPT) * rowsOfFile(generation);
  }

  private static int rowsOfFile(int generation) {
    return 40 + generation;
  }

  /** DuckDB's SELECT of one file's rows. */
  static String query(int generation, int file) {
    int of = file < KEPT ? 0 : generation;
    return """
    SELECT
      %2$d * 1000 + range AS id,
      %1$d AS generation,
      'row ' || range AS text
    FROM range(%3$d)
    """
        .formatted(of, file, rowsOfFile(of));
  }

  /** True for a table that holds one whole generation; NULL-free, one row. */
  static String whole(String table) {
    return """
    SELECT
      COALESCE(min(g) = max(g)
        AND count(g) = %1$d * (40 + min(g))
        AND count(*) - count(g) = %2$d
        AND count(DISTINCT id) = count(*), false),
      format('generations {} to {}, {} rows', min(g), max(g), count(*)),
      max(g)
    FROM (
      SELECT id, nullif(generation, 0) AS g
      FROM ducklake.%3$s)
    """
        .formatted(FILES - KEPT, KEPT * rowsOfFile(0), table);
  }

  /** What the upstream application inserts. */
  CompletedImport completed(long expectedRows) {
    return new CompletedImport(
        0,
        team,
        "0190a000-0000-7000-8000-%012x".formatted(team),
        "0190a000-0000-7000-8001-%012x".formatted(team),
        null,
        null,
        "Stripe",
        "prod",
        schemaId(),
        name,
        jobId(),
        folderPath(),
        folder(),
        finishedAt(),
        expectedRows);
  }
}
