package dev.lakeferry.upkeep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.testing.TestLake;
import dev.lakeferry.testing.TestUpkeep;
import dev.lakeferry.upkeep.UpkeepEntry.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A lake that was swapped two hundred times shrinks to what the retention needs. */
class TwoHundredGenerationsIT {
  private static final int GENERATIONS = 200;

  private static TestUpkeep upkeep;

  @BeforeAll
  static void begin() {
    upkeep = new TestUpkeep(Map.of("LAKEFERRY_UPKEEP_RETENTION", "24h"));
  }

  @AfterAll
  static void end() {
    upkeep.close();
  }

  @Test
  void catalogAndBucketShrinkAndEveryRemainingSnapshotReads() {
    TableName table = upkeep.bound("charges");
    List<byte[]> files = new ArrayList<>();
    for (int rows = 1; rows <= 7; rows++) {
      files.add(TestLake.parquet("SELECT range AS id FROM range(%d)".formatted(rows)));
    }
    Map<Long, Long> rowsBySnapshot = new TreeMap<>();
    try (LakeSession session = upkeep.lake().lake().open("test")) {
      for (int i = 0; i < GENERATIONS; i++) {
        upkeep.swap(session, table, "job-" + i, files.get(i % files.size()));
        rowsBySnapshot.put(upkeep.lake().catalog().newestSnapshot(), i % files.size() + 1L);
      }
    }
    assertThat(upkeep.lake().landedObjects()).hasSize(GENERATIONS);
    upkeep.anHourBetweenSnapshots();

    List<UpkeepEntry> entries = upkeep.upkeep(upkeep.settings()).run(Step.ALL, false);
    assertThat(entries).allSatisfy(entry -> assertThat(entry.error()).isNull());
    assertThat(entries)
        .filteredOn(entry -> entry.step() == Step.EXPIRE)
        .singleElement()
        .satisfies(
            entry -> {
              assertThat(entry.outcome()).isEqualTo(Outcome.DONE);
              assertThat(entry.figures().get("snapshots_expired")).isGreaterThan(170);
              assertThat(entry.figures().get("snapshots_to_expire")).isZero();
            });
    // Nothing is deleted before its time.
    assertThat(upkeep.lake().landedObjects()).hasSize(GENERATIONS);
    upkeep.threeDaysPass();
    upkeep.run(Step.CLEAN_UP);

    assertThat(upkeep.catalogNumber("SELECT count(*) FROM ducklake_snapshot")).isEqualTo(24);
    assertThat(upkeep.catalogNumber("SELECT count(*) FROM ducklake_data_file")).isEqualTo(24);
    assertThat(upkeep.catalogNumber("SELECT count(DISTINCT table_id) FROM ducklake_table"))
        .isEqualTo(24);
    assertThat(upkeep.catalogNumber("SELECT count(*) FROM ducklake_files_scheduled_for_deletion"))
        .isZero();
    assertThat(upkeep.lake().landedObjects()).hasSize(24);
    for (long snapshot = upkeep.catalogNumber("SELECT min(snapshot_id) FROM ducklake_snapshot");
        snapshot <= upkeep.lake().catalog().newestSnapshot();
        snapshot++) {
      assertThat(
              upkeep
                  .lake()
                  .number(
                      "SELECT count(id) FROM (SELECT id FROM ducklake.%s.charges AT (VERSION => %d))"
                          .formatted(TestUpkeep.SCHEMA, snapshot)))
          .isEqualTo(rowsBySnapshot.get(snapshot));
    }
  }
}
