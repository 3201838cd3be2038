package dev.lakeferry.publish;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.testing.Comparison;
import dev.lakeferry.testing.TestLake;
import dev.lakeferry.testing.TestPublications;
import org.junit.jupiter.api.Test;

class ManyPartitionsIT {

  /** More partitions than a list in one statement is usually asked to hold. */
  @Test
  void twoThousandFilesInTwoThousandPartitionsAreOnePublicationInALakeOfManyTables() {
    try (TestLake lake = new TestLake()) {
      TestPublications publications = new TestPublications(lake);
      TableName table = publications.table("many");
      byte[] file =
          TestLake.parquet("SELECT range AS id, 'n' || range AS a, 1.5 AS b FROM range(3)");
      for (int i = 0; i < 2_000; i++) {
        lake.put(lake.sourceKey("many__query_1", "p=%04d/f.parquet".formatted(i)), file);
      }
      try (LakeSession session = lake.lake().open("tables");
          var transaction = session.begin()) {
        for (int i = 0; i < 300; i++) {
          session.execute("CREATE TABLE ducklake.main.t%d AS SELECT 1 AS a, 2 AS b".formatted(i));
        }
        transaction.commit();
      }

      Published published = publications.publish(table, "many-1", "many__query_1");

      assertThat(published.warnings()).isEmpty();
      assertThat(Comparison.differences(lake, table, "many__query_1")).isEmpty();
      assertThat(
              lake.number(
                  "SELECT count(DISTINCT (p, id, a)) FROM ducklake.%s.many"
                      .formatted(table.schema())))
          .isEqualTo(6_000);
      assertThat(publications.timings().get("swap")).as("ms of the swap").isLessThan(1_500);
    }
  }
}
