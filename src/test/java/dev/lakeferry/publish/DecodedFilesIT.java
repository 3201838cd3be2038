package dev.lakeferry.publish;

import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.testing.TestLake;
import dev.lakeferry.testing.TestPublications;
import dev.lakeferry.testing.TestRules;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Landed files are decoded: by the scan that counts values, or some before the transaction. */
class DecodedFilesIT {
  private static TestLake lake;
  private static TestPublications publications;

  @BeforeAll
  static void begin() {
    lake = new TestLake();
    publications = new TestPublications(lake);
  }

  @AfterAll
  static void end() {
    lake.close();
  }

  @BeforeEach
  void checksAsShipped() {
    publications.rules(UnaryOperator.identity());
  }

  private static String rows(int count) {
    return "SELECT range AS id, md5(CAST(range AS VARCHAR)) AS h FROM range(%d)".formatted(count);
  }

  @Test
  void theOneThatCannotBeDecodedIsNamed() {
    String folder = "broken__query_1";
    byte[] broken = TestLake.parquet(rows(2000));
    Arrays.fill(broken, 4, broken.length / 2, (byte) 0xff);
    lake.prepare(folder, "a.parquet", rows(2000));
    lake.put(lake.sourceKey(folder, "b.parquet"), broken);
    lake.prepare(folder, "c.parquet", rows(2000));
    TableName table = publications.table("broken");

    assertThatThrownBy(() -> publications.publish(table, "job-broken", folder))
        .isInstanceOf(FinalFailure.class)
        .hasMessageContaining("/b.parquet has a footer, but its data cannot be read");
  }

  @Test
  void theScanThatCountsValuesDecodesEveryRowGroup() {
    String folder = "tail__query_1";
    byte[] broken = TestLake.parquet(rows(10_000));
    int footer = ByteBuffer.wrap(broken).order(LITTLE_ENDIAN).getInt(broken.length - 8);
    int data = broken.length - 8 - footer;
    Arrays.fill(broken, data - data / 8, data, (byte) 0xff);
    lake.prepare(folder, "a.parquet", rows(10_000));
    lake.put(lake.sourceKey(folder, "b.parquet"), broken);
    TableName table = publications.table("tail");

    assertThatThrownBy(() -> publications.publish(table, "job-tail", folder))
        .isInstanceOf(FinalFailure.class)
        .hasMessageContaining("/b.parquet has a footer, but its data cannot be read");
    assertThat(lastProbe()).isEqualTo("an error");
  }

  @Test
  void noneIsDecodedTwice() {
    String folder = "once__query_1";
    lake.prepare(folder, "a.parquet", rows(5000));

    publications.publish(publications.table("once"), "job-once", folder);

    assertThat(lastProbe()).startsWith("every row, as null_counts counted them");
  }

  @Test
  void filesOfSeveralLayoutsAndSizesAreDecoded() {
    String folder = "mixed__query_1";
    lake.prepare(folder, "a.parquet", rows(100));
    lake.prepare(folder, "b.parquet", rows(5000));
    lake.prepare(folder, "c.parquet", "SELECT 'text' AS h, CAST(7 AS INTEGER) AS id");
    TableName table = publications.table("mixed");

    publications.rules(rules -> TestRules.levels(rules, "null_counts=off"));
    publications.publish(table, "job-mixed", folder);

    assertThat(lastProbe()).startsWith("3 files");
  }

  @Test
  void aColumnMayBeCalledAsTheEnginesRowNumber() {
    String folder = "numbered__query_1";
    lake.prepare(folder, "a.parquet", "SELECT range AS file_row_number FROM range(5000)");
    TableName table = publications.table("numbered");

    publications.rules(rules -> TestRules.levels(rules, "null_counts=off"));
    publications.publish(table, "job-numbered", folder);

    assertThat(lastProbe()).startsWith("1 files");
  }

  private static String lastProbe() {
    return publications.lastResults().stream()
        .filter(result -> result.name().equals("decode_probe"))
        .findFirst()
        .orElseThrow()
        .observed();
  }
}
