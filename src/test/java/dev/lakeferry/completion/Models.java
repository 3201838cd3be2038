package dev.lakeferry.completion;

import java.time.Instant;

/** Completions of models for tests. */
public final class Models {
  private Models() {}

  /** A materialisation of team 1's saved query. */
  public static CompletedModel of(String savedQuery, String label, String job, Long deltaVersion) {
    return new CompletedModel(
        0,
        1,
        "0190a000-0000-7000-8000-00000000aa01",
        "0190a000-0000-7000-8000-000000000001",
        null,
        savedQuery,
        "A saved query",
        label,
        job,
        "s3://source/warehouse/models/" + savedQuery,
        deltaVersion,
        Instant.parse("2026-01-02T03:04:05Z"),
        12L);
  }
}
