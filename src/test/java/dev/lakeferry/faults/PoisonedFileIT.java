package dev.lakeferry.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.testing.TestLake;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A file that invalidates the DuckDB instance that reads its footer: a decimal column whose scale
 * is -1 (DuckDB 1.5.5: "INTERNAL Error: Information loss on integer cast").
 */
@Tag("faults")
@ExtendWith(InLab.class)
class PoisonedFileIT {
  private final Lab lab;

  PoisonedFileIT(Lab lab) {
    this.lab = lab;
  }

  @BeforeEach
  void begin() {
    lab.replicas(2);
  }

  @Test
  void itsRunFailsAndAllOthersGoOn() {
    Carried first = lab.published(801, "poisoned");
    Carried second = first.next();
    lab.lake().put(lab.sourceKey(second, 0), poisoned());
    lab.insert(second, second.rows());
    Recovery recovery = new Recovery();
    lab.runs().awaitAttemptAfter(second, 1);
    Carried neighbour = lab.published(802, "neighbour");

    lab.endState().notPublished(second, "failed");
    lab.table()
        .add(lab, "file that invalidates the engine: a plain failure", recovery.time(), second);
    assertThat(lab.runs().attempts(second))
        .last()
        .extracting(Runs.Try::latestError)
        .asString()
        .contains("engine");
    lab.endState().live(first);
    lab.endState().published(neighbour);

    Carried third = second.next();
    lab.complete(third);
    lab.endState().published(third);
    lab.endState().live(third);
  }

  private static byte[] poisoned() {
    byte[] file = TestLake.parquet("SELECT range * 1.5 AS poison FROM range(40)");
    String text = new String(file, StandardCharsets.ISO_8859_1);
    // The column's name, its converted type DECIMAL, then its scale of 1 as a zigzag varint.
    int column = text.lastIndexOf("poison%\n\u0015\u0002\u0015");
    assertThat(column).as("the column's schema element").isPositive();
    file[column + 9] = 1;
    return file;
  }
}
