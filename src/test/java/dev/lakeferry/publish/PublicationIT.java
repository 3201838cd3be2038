package dev.lakeferry.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.generation.Plan;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.testing.TestLake;
import dev.lakeferry.testing.TestPublications;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Publications on real PostgreSQL, S3 and DuckLake. */
class PublicationIT {
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

  @Test
  void aFlatFolderBecomesATable() {
    lake.prepare(
        "flat__query_1", "a.parquet", "SELECT range AS id, 'n' || range AS name FROM range(5000)");
    lake.prepare(
        "flat__query_1", "b.PARQUET", "SELECT range AS id, 'm' || range AS name FROM range(700)");
    TableName table = publications.table("flat");

    Published published = publications.publish(table, "job-1", "flat__query_1");

    assertThat(published.warnings()).isEmpty();
    assertThat(lake.number("SELECT count(*) FROM ducklake.%s.flat".formatted(table.schema())))
        .isEqualTo(5700);
    assertThat(
            lake.number(
                "SELECT count(DISTINCT filename) FROM ducklake.%s.flat".formatted(table.schema())))
        .isEqualTo(2);
  }

  @Test
  void hivePartitionsAreKept() {
    String folder = "hive__query_1";
    lake.prepare(folder, "d=2026-01-01/p.parquet", "SELECT 1 AS id");
    lake.prepare(folder, "d=2026-01-02/p.parquet", "SELECT range AS id FROM range(2)");
    lake.prepare(
        folder, "d=__HIVE_DEFAULT_PARTITION__/p.parquet", "SELECT range AS id FROM range(3)");
    TableName table = publications.table("hive");

    publications.publish(table, "job-2", folder);

    assertThat(
            lake.ask(
                "SELECT d, typeof(d), count(*) FROM ducklake.%s.hive GROUP BY ALL ORDER BY d NULLS LAST"
                    .formatted(table.schema()),
                row -> row.getString(1) + " " + row.getString(2) + " " + row.getLong(3)))
        .containsExactly("2026-01-01 DATE 1", "2026-01-02 DATE 2", "null DATE 3");
  }

  @Test
  void aSecondGenerationReplacesTheFirst() {
    lake.prepare("twice__query_1", "a.parquet", "SELECT 1 AS id, 'x' AS note");
    lake.prepare("twice__query_2", "a.parquet", "SELECT range AS id, 'y' AS note FROM range(9)");
    TableName table = publications.table("twice");
    publications.publish(table, "job-3", "twice__query_1");
    lake.ask("COMMENT ON TABLE ducklake.%s.twice IS 'ours'".formatted(table.schema()), row -> null);
    lake.ask(
        "COMMENT ON COLUMN ducklake.%s.twice.note IS 'words'".formatted(table.schema()),
        row -> null);
    lake.ask(
        "CALL ducklake_set_option('ducklake', 'target_file_size', '100MB', schema => '%s', table_name => 'twice')"
            .formatted(table.schema()),
        row -> null);

    Published second = publications.publish(table, "job-4", "twice__query_2");
    assertThat(second.warnings()).isEmpty();

    assertThat(lake.number("SELECT count(*) FROM ducklake.%s.twice".formatted(table.schema())))
        .isEqualTo(9);
    assertThat(
            lake.ask(
                "SELECT comment FROM duckdb_tables() WHERE table_name = 'twice'",
                row -> row.getString(1)))
        .containsExactly("ours");
    assertThat(
            lake.ask(
                "SELECT comment FROM duckdb_columns() WHERE table_name = 'twice' AND comment IS NOT"
                    + " NULL",
                row -> row.getString(1)))
        .containsExactly("words");
    assertThat(lake.catalog().tableOptions(lake.catalog().tableId(table).orElseThrow()))
        .containsEntry("target_file_size", "100000000");
    assertThat(second.snapshot().id()).isGreaterThan(0);
  }

  @Test
  void filesThatLackAColumnReadNullAndCountRight() {
    String folder = "lack__query_1";
    lake.prepare(folder, "new.parquet", "SELECT range AS id, 'k' || range AS k FROM range(100)");
    lake.prepare(folder, "old.parquet", "SELECT range AS id FROM range(40)");
    lake.prepare(folder, "older.parquet", "SELECT range AS id FROM range(400)");
    TableName table = publications.table("lack");

    Published published = publications.publish(table, "job-5", folder);

    assertThat(published.warnings()).isEmpty();
    String from = " FROM ducklake.%s.lack".formatted(table.schema());
    assertThat(lake.number("SELECT count(k)" + from)).isEqualTo(100);
    assertThat(lake.number("SELECT count(*)" + from + " WHERE k IS NULL")).isEqualTo(440);
    assertThat(lake.number("SELECT count(*)" + from + " WHERE k IS NOT NULL")).isEqualTo(100);
    assertThat(publications.lastResults())
        .anySatisfy(
            result -> {
              assertThat(result.name()).isEqualTo("columns_in_every_file");
              assertThat(result.error()).contains("'k' is missing in 2 file(s)");
            });
  }

  @Test
  void aColumnOfTheLiveTableMayNotVanishUnasked() {
    lake.prepare("vanish__query_1", "a.parquet", "SELECT 1 AS id, 2 AS gone");
    lake.prepare("vanish__query_2", "a.parquet", "SELECT 1 AS id");
    TableName table = publications.table("vanish");
    publications.publish(table, "job-6", "vanish__query_1");

    assertThatThrownBy(() -> publications.publish(table, "job-7", "vanish__query_2"))
        .isInstanceOf(FinalFailure.class)
        .hasMessageContaining("gone")
        .hasMessageContaining("--accept-schema");
    assertThat(lake.number("SELECT gone FROM ducklake.%s.vanish".formatted(table.schema())))
        .isEqualTo(2);
  }

  @Test
  void oddKeysLandAndReadBack() {
    String folder = "odd__query_1";
    for (String value :
        new String[] {
          "a&b",
          "q?r",
          "x<y",
          "p=q",
          "sp ace",
          "plus+",
          "quote'",
          "50%",
          "s%2Fl",
          "é",
          "NULL",
          "back\\slash"
        }) {
      lake.prepare(folder, "v=" + value + "/p '+&?é.parquet", "SELECT 1 AS id");
    }
    TableName table = publications.table("odd");

    Published published = publications.publish(table, "job-8", folder);

    assertThat(published.warnings()).isEmpty();
    assertThat(
            lake.ask(
                "SELECT v FROM ducklake.%s.odd".formatted(table.schema()), row -> row.getString(1)))
        .containsExactlyInAnyOrder(
            "a&b",
            "q?r",
            "x<y",
            "p=q",
            "sp ace",
            "plus+",
            "quote'",
            "50%",
            "s/l",
            "é",
            "NULL",
            "back\\slash");
  }

  @Test
  void aTableOfNoRowsIsPublished() {
    lake.prepare("empty__query_1", "a.parquet", "SELECT 1 AS id, 'x' AS note LIMIT 0");
    TableName table = publications.table("empty");

    publications.publish(table, "job-9", "empty__query_1");

    assertThat(lake.number("SELECT count(*) FROM ducklake.%s.empty".formatted(table.schema())))
        .isZero();
  }

  @Test
  void theePlanTellsWhatItFound() {
    lake.prepare(
        "plan__query_1", "d=1/a.parquet", "SELECT range AS id, NULL::INT AS n FROM range(10)");
    lake.prepare("plan__query_1", "d=2/b.parquet", "SELECT range AS id, 3 AS n FROM range(0)");

    Plan plan = lake.plan(lake.completion("job-10", "plan__query_1"));

    assertThat(plan.rows()).isEqualTo(10);
    assertThat(plan.emptyFiles()).isEqualTo(1);
    assertThat(plan.facts())
        .extracting("name", "values")
        .contains(
            org.assertj.core.groups.Tuple.tuple("id", 10L),
            org.assertj.core.groups.Tuple.tuple("n", 0L));
  }
}
