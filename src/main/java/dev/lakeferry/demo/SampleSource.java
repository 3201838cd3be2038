package dev.lakeferry.demo;

import dev.lakeferry.completion.CompletedImport;
import java.time.Duration;
import java.time.Instant;

/**
 * A team's Stripe source, and what upstream would announce of its imports.
 *
 * @param team 1 to 9
 */
record SampleSource(int team) {
  private static final Instant FIRST_IMPORT = Instant.parse("2026-01-02T03:04:05Z");

  /**
   * A completion.
   *
   * @param table a source schema of this source
   * @param generation 1 or more; each a day after the one before it
   * @param countedUpstream expected_rows
   */
  CompletedImport completion(SampleTable table, int generation, long countedUpstream) {
    Instant finished = FIRST_IMPORT.plus(Duration.ofDays(generation - 1)).plusSeconds(team);
    String schemaId = uuid("%d0%s".formatted(team, table.id()));
    return new CompletedImport(
        0,
        team,
        SampleData.teamUuid(team),
        SampleData.ORGANIZATION_ID,
        null,
        uuid("%d0ff".formatted(team)),
        "Stripe",
        "prod",
        schemaId,
        table.table(),
        uuid("%d%d%s".formatted(team, generation, table.id())),
        "team_%d_stripe_%s".formatted(team, schemaId.replace('-', '_')),
        "%s__query_%d_%08x"
            .formatted(
                table.table(),
                finished.minusSeconds(35).getEpochSecond(),
                0xa17e0000 + team * 256 + generation),
        finished,
        countedUpstream);
  }

  private static String uuid(String end) {
    return "0190a000-0000-7000-8000-%12s".formatted(end).replace(' ', '0');
  }
}
