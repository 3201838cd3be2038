package dev.lakeferry.publish;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.naming.TableName;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

class ShadowNameTest {

  @Property
  void aShadowsNameFitsAndTellsItsTable(
      @ForAll @AlphaChars @StringLength(min = 1, max = 63) String table,
      @ForAll @IntRange(min = 1) int attempt) {
    String name = name(table, "run", attempt);

    assertThat(name).hasSizeLessThanOrEqualTo(63);
    assertThat(name).startsWith(table.substring(0, Math.min(table.length(), 30)));
    assertThat(name).isNotEqualTo(table);
  }

  @Test
  void everyAttemptOfEveryRunHasAShadowOfItsOwn() {
    assertThat(name("invoices", "run-1", 1))
        .isNotEqualTo(name("invoices", "run-1", 2))
        .isNotEqualTo(name("invoices", "run-2", 1));
  }

  private static String name(String table, String run, int attempt) {
    return new Shadow(
            null, new TableName("schema", table), new PublicationId(run, attempt, "job", "subject"))
        .name()
        .table();
  }
}
