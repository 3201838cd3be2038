package dev.lakeferry.publish;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.demo.EmbeddedStack;
import dev.lakeferry.generation.Fill;
import dev.lakeferry.generation.Plan;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.objects.ObjectHead;
import dev.lakeferry.testing.TestLake;
import dev.lakeferry.testing.TestPublications;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rewriting is bounded in memory, whatever the table's size. */
class RewriteMemoryIT {
  private static final long MEMORY = 160L << 20;
  private static final int PARTITIONS = 4;
  private static final int FILES = 10;
  private static final int ROWS_A_FILE = 200_000;

  /** Four texts of 64 random digits, which no compression of Parquet makes much smaller. */
  private static final String ROWS =
      """
      SELECT n AS id, sha256('a' || n) AS a, sha256('b' || n) AS b, sha256('c' || n) AS c,
        CASE WHEN n %% 5 <> 0 THEN sha256('d' || n) END AS d
      FROM range(%d, %d) AS numbers(n)
      """;

  @TempDir private Path data;

  @Test
  void aTableSeveralTimesLargerThanTheMemoryLimitIsRewritten() {
    try (EmbeddedStack stack = EmbeddedStack.start(Optional.of(data));
        TestLake lake = new TestLake(stack, stack.s3().settings(), MEMORY, 4)) {
      assertThat(write(lake)).isGreaterThan(3 * MEMORY);

      Plan plan = lake.planDelta("large", Fill.REWRITE);
      TestPublications publications = new TestPublications(lake);
      TableName table = publications.table("large");
      Published published = publications.publish(table, "job-large", plan, 1);

      assertThat(published.warnings()).isEmpty();
      assertThat(plan.landed()).isEmpty();
      assertThat(publications.lastResults())
          .extracting(result -> result.name())
          .contains("row_count", "schema", "partition_counts", "null_counts", "decode_probe");
      assertThat(contents(lake, "ducklake.%s.large".formatted(table.schema())))
          .isEqualTo(contents(lake, "delta_scan('%slarge')".formatted(lake.sourceSettings().url())))
          .startsWith("2000000 rows, 1600000 of d");
    }
  }

  /** Writes the Delta table and answers the bytes of its files. */
  private static long write(TestLake lake) {
    StringBuilder log =
        new StringBuilder(
            """
            {"protocol":{"minReaderVersion":1,"minWriterVersion":2}}
            {"metaData":{"id":"large","format":{"provider":"parquet","options":{}},"schemaString":"%s","partitionColumns":["p"],"configuration":{},"createdTime":0}}
            """
                .formatted(schema().replace("\"", "\\\"")));
    long bytes = 0;
    try (LakeSession session = lake.reader().open("test writer")) {
      for (int file = 0; file < FILES; file++) {
        String path = "p=%d/part-%05d.parquet".formatted(file % PARTITIONS, file);
        session.execute(
            "COPY (%s) TO '%slarge/%s' (FORMAT parquet)"
                .formatted(
                    ROWS.formatted(file * ROWS_A_FILE, (file + 1) * ROWS_A_FILE),
                    lake.sourceSettings().url(),
                    path));
        long size =
            lake.objects()
                .head(
                    lake.sourceSettings().bucket(),
                    lake.sourceSettings().prefix() + "large/" + path)
                .map(ObjectHead::size)
                .orElseThrow();
        log.append(
            "{\"add\":{\"path\":\"%s\",\"partitionValues\":{\"p\":\"%d\"},\"size\":%d,\"modificationTime\":0,\"dataChange\":true}}\n"
                .formatted(path, file % PARTITIONS, size));
        bytes += size;
      }
    }
    lake.put(
        lake.sourceSettings().prefix() + "large/_delta_log/00000000000000000000.json",
        log.toString().getBytes(StandardCharsets.UTF_8));
    return bytes;
  }

  private static String schema() {
    String field = "{\"name\":\"%s\",\"type\":\"%s\",\"nullable\":true,\"metadata\":{}}";
    return "{\"type\":\"struct\",\"fields\":[%s,%s,%s,%s,%s,%s]}"
        .formatted(
            field.formatted("id", "long"),
            field.formatted("a", "string"),
            field.formatted("b", "string"),
            field.formatted("c", "string"),
            field.formatted("d", "string"),
            field.formatted("p", "integer"));
  }

  private static String contents(TestLake lake, String from) {
    return lake.ask(
            """
            SELECT count(*) || ' rows, ' || count(d) || ' of d, hash '
              || bit_xor(hash(id, a, b, c, d, p))
            FROM %s
            """
                .formatted(from),
            row -> row.getString(1))
        .get(0);
  }
}
