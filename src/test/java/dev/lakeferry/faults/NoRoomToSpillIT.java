package dev.lakeferry.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.testing.TestLake;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A disk that is full for spilling: a plain failure, and the service goes on. */
@Tag("faults")
@ExtendWith(InLab.class)
class NoRoomToSpillIT {
  /**
   * DuckLake does not register this type, so the file is rewritten, and a batch of it is 400 MB.
   */
  private static final String LARGE =
      """
      SELECT
        range AS id,
        2 AS generation,
        repeat('x', 200000) || range AS text,
        TIMETZ '10:00:00+02' AS refused
      FROM range(%d)
      """;

  private final Lab lab;

  NoRoomToSpillIT(Lab lab) {
    this.lab = lab;
  }

  @BeforeEach
  void begin() {
    lab.replicas(2);
  }

  @Test
  void aRewriteThatFindsNoRoomFailsAndTheNextGenerationIsPublished() {
    Carried first = lab.published(701, "no_room");
    Carried second = first.next();
    lab.lake().put(lab.sourceKey(second, 0), TestLake.parquet(LARGE.formatted(second.rows() * 16)));
    lab.insert(second, second.rows() * 16);
    Recovery recovery = new Recovery();
    lab.endState().notPublished(second, "failed");
    lab.table().add(lab, "disk full for spilling: a plain failure", recovery.time(), second);
    assertThat(lab.runs().attempts(second))
        .singleElement()
        .satisfies(
            attempt ->
                assertThat(attempt.latestError())
                    .contains("ran out of memory or of room to spill")
                    .contains("the live table stays"));
    lab.endState().live(first);

    Carried third = second.next();
    lab.complete(third);
    lab.endState().published(third);
    lab.endState().live(third);
  }
}
