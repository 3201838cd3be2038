package dev.lakeferry.upkeep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.testing.TestLake;
import dev.lakeferry.testing.TestUpkeep;
import dev.lakeferry.upkeep.UpkeepEntry.Outcome;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What every engine has to do of upkeep: the steps whose work is a statement of DuckLake. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class UpkeepContract {
  /** A lake may have seen this suite before. */
  private final String suffix = "_" + UUID.randomUUID().toString().substring(0, 8);

  private TestUpkeep upkeep;

  /** Makes the lake, with the engine that is tested. */
  abstract TestLake makeLake();

  @BeforeAll
  void begin() {
    upkeep =
        new TestUpkeep(
            makeLake(),
            Map.of("LAKEFERRY_UPKEEP_RETENTION", "24h", "LAKEFERRY_UPKEEP_MERGE_FILES", "3"));
  }

  @AfterAll
  void end() {
    if (upkeep != null) {
      upkeep.close();
    }
  }

  private static UpkeepEntry of(TableName table, List<UpkeepEntry> entries) {
    return entries.stream()
        .filter(entry -> table.equals(entry.table()))
        .reduce(
            (one, other) -> {
              throw new AssertionError("More than one entry of " + table);
            })
        .orElseThrow();
  }

  private void change(String sql, TableName table) {
    try (LakeSession session = upkeep.lake().lake().open("another client")) {
      session.execute(sql.formatted("ducklake." + table.schema() + "." + table.table()));
    }
  }

  @Test
  void whatIsOlderThanTheRetentionExpiresAndItsObjectsGo() {
    TableName table = upkeep.bound("swapped" + suffix);
    byte[] file = TestLake.parquet("SELECT range AS id FROM range(3)");
    try (LakeSession session = upkeep.lake().lake().open("test")) {
      for (int i = 0; i < 30; i++) {
        upkeep.swap(session, table, "job-" + i + suffix, file);
      }
    }
    upkeep.anHourBetweenSnapshots();

    List<UpkeepEntry> expired = upkeep.run(Step.EXPIRE);
    upkeep.threeDaysPass();
    List<UpkeepEntry> cleaned = upkeep.run(Step.CLEAN_UP);

    assertThat(expired)
        .singleElement()
        .satisfies(entry -> assertThat(entry.figures().get("snapshots_expired")).isPositive());
    assertThat(upkeep.catalogNumber("SELECT count(*) FROM ducklake_snapshot")).isEqualTo(24);
    assertThat(cleaned)
        .singleElement()
        .satisfies(entry -> assertThat(entry.figures().get("objects_deleted")).isPositive());
    assertThat(upkeep.rows(table)).isEqualTo("3 rows, sum 3");
  }

  @Test
  void smallFilesThatDuckLakeWroteAreMerged() {
    TableName table = upkeep.written("small" + suffix, 6);
    String rows = upkeep.rows(table);
    UpkeepEntry looked = of(table, upkeep.run(upkeep.settings(), true, Step.MERGE));
    assertThat(looked.figures()).containsEntry("files_to_process", 6L);
    assertThat(upkeep.files(table)).isEqualTo(6);

    UpkeepEntry entry = of(table, upkeep.run(Step.MERGE));

    assertThat(entry.outcome()).isEqualTo(Outcome.DONE);
    assertThat(entry.figures())
        .containsEntry("files_processed", 6L)
        .containsEntry("files_created", 1L);
    assertThat(upkeep.files(table)).isEqualTo(1);
    assertThat(upkeep.rows(table)).isEqualTo(rows);
  }

  @Test
  void filesWithManyDeletedRowsAreRewritten() {
    TableName table = upkeep.written("worn" + suffix, 1);
    change("DELETE FROM %s WHERE id < 8", table);
    String rows = upkeep.rows(table);

    UpkeepEntry entry = of(table, upkeep.run(Step.REWRITE));

    assertThat(entry.outcome()).isEqualTo(Outcome.DONE);
    assertThat(entry.figures()).containsEntry("files_created", 1L);
    assertThat(upkeep.rows(table)).isEqualTo(rows);
    assertThat(
            upkeep.catalogNumber(
                "SELECT count(*) FROM ducklake_delete_file WHERE end_snapshot IS NULL"))
        .isZero();
  }

  @Test
  void rowsThatAnotherClientInlinedBecomeFilesAndAreTold() {
    TableName table = upkeep.written("inlined" + suffix, 1);
    change(
        "CALL ducklake_set_option('ducklake', 'data_inlining_row_limit', '100', schema => '%s', table_name => '%s')"
            .formatted(table.schema(), table.table())
            .replace("%", "%%"),
        table);
    change("INSERT INTO %s VALUES (100)", table);
    assertThat(upkeep.files(table)).isEqualTo(1);

    UpkeepEntry entry = of(table, upkeep.run(Step.FLUSH));

    assertThat(entry.outcome()).isEqualTo(Outcome.DONE);
    assertThat(entry.notes()).singleElement().asString().contains("inlined");
    assertThat(upkeep.files(table)).isEqualTo(2);
    assertThat(upkeep.rows(table)).isEqualTo("11 rows, sum 145");
    assertThat(upkeep.run(Step.FLUSH))
        .singleElement()
        .satisfies(again -> assertThat(again.outcome()).isEqualTo(Outcome.NOTHING));
  }
}
