package dev.lakeferry.upkeep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.job.Actor;
import dev.lakeferry.job.AuditLog;
import dev.lakeferry.job.HeldLock;
import dev.lakeferry.job.SessionName;
import dev.lakeferry.job.TableHolds;
import dev.lakeferry.job.TableLock;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.testing.TestLake;
import dev.lakeferry.testing.TestUpkeep;
import dev.lakeferry.upkeep.Erasure.Subject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A team's tables go at once, and what they were made of when nothing needs it any more. */
class ErasureIT {
  private static final Actor OPERATOR = new Actor("alice", "cli");
  private static TestUpkeep upkeep;

  @BeforeAll
  static void begin() {
    upkeep =
        new TestUpkeep(
            Map.of("LAKEFERRY_UPKEEP_RETENTION", "24h", "LAKEFERRY_LEFTOVERS_AGE", "1ms"));
  }

  @AfterAll
  static void end() {
    upkeep.close();
  }

  private static Erasure erasure() {
    return new Erasure(
        upkeep.settings(),
        upkeep.state(),
        upkeep.lake()::anotherEngine,
        upkeep.lake().catalog(),
        upkeep.lake().objects());
  }

  private static List<String> keysBelow(String prefix) {
    return upkeep.lake().landedObjects().keySet().stream()
        .filter(key -> key.startsWith(prefix))
        .toList();
  }

  @Test
  void tablesSnapshotsAndObjectsGoAndOtherTeamsStay() {
    byte[] file = TestLake.parquet("SELECT range AS id FROM range(3)");
    TableName charges = upkeep.bound("charges");
    TableName other = new TableName("insights_data_imports_team_2", "charges");
    try (LakeSession session = upkeep.lake().lake().open("test")) {
      session.execute("CREATE SCHEMA ducklake.insights_data_imports_team_2");
      upkeep.swap(session, charges, "job-1", file);
      upkeep.swap(session, charges, "job-2", file);
      upkeep.swap(session, other, "job-3", file);
    }
    String prefix = charges.schema() + "/charges/";
    upkeep.put(prefix + "_imports/x/never-registered/part-0.parquet", file);

    assertThat(erasure().look(new Subject(1, null)))
        .singleElement()
        .satisfies(
            table -> {
              assertThat(table.table()).isEqualTo(charges);
              assertThat(table.live()).isTrue();
              assertThat(table.objectsNamed()).isEqualTo(3);
            });
    assertThat(upkeep.rows(charges)).startsWith("3 rows");

    try (HeldLock publisher =
        new TableLock(upkeep.state())
            .tryLock(
                upkeep.lake().lakeSettings().dataPath(), charges, SessionName.of("a publication"))
            .orElseThrow()) {
      assertThat(erasure().erase(new Subject(1, null), OPERATOR))
          .singleElement()
          .satisfies(table -> assertThat(table.busy()).isTrue());
      assertThat(publisher.isHeld()).isTrue();
    }
    assertThat(upkeep.rows(charges)).startsWith("3 rows");

    assertThat(erasure().erase(new Subject(1, null), OPERATOR))
        .singleElement()
        .satisfies(
            table -> {
              assertThat(table.live()).isFalse();
              assertThat(table.objectsNamed()).isEqualTo(3);
              assertThat(table.readableUntil()).isNotNull();
              assertThat(table.gone()).isFalse();
            });
    assertThat(upkeep.lake().catalog().tableId(charges)).isEmpty();
    assertThat(
            new TableHolds(upkeep.state().jdbi(), upkeep.lake().lakeSettings().dataPath())
                .find(charges))
        .isPresent();
    assertThat(
            new AuditLog(upkeep.state().jdbi())
                .newest(new AuditLog.Filter("alice", "erase", charges.toString(), null), 10))
        .singleElement()
        .satisfies(entry -> assertThat(entry.detail()).contains(charges.toString()));
    assertThat(keysBelow(prefix)).hasSize(3);

    // Time passes; a table of another team goes on.
    try (LakeSession session = upkeep.lake().lake().open("test")) {
      for (int i = 0; i < 30; i++) {
        upkeep.swap(session, other, "later-" + i, file);
      }
    }
    upkeep.anHourBetweenSnapshots();
    upkeep.run(Step.EXPIRE);
    upkeep.threeDaysPass();
    upkeep.run(Step.CLEAN_UP);
    assertThat(keysBelow(prefix)).hasSize(1);

    Awaitility.await()
        .atMost(Duration.ofSeconds(10))
        .until(
            () -> erasure().erase(new Subject(1, null), OPERATOR), tables -> tables.get(0).gone());
    assertThat(keysBelow(prefix)).isEmpty();
    assertThat(upkeep.rows(other)).startsWith("3 rows");
  }

  @Test
  void onlyWhatCameFromASourceSchemaGoesWhereOneIsNamed() {
    byte[] file = TestLake.parquet("SELECT range AS id FROM range(3)");
    upkeep.state().jdbi().useHandle(handle -> handle.execute("DELETE FROM table_binding"));
    TableName one = upkeep.bound("one");
    TableName two = upkeep.bound("two");
    upkeep
        .state()
        .jdbi()
        .useHandle(
            handle ->
                handle.execute(
                    "UPDATE table_binding SET owner_id = 'another' WHERE table_name = 'two'"));
    try (LakeSession session = upkeep.lake().lake().open("test")) {
      upkeep.swap(session, one, "job-one", file);
      upkeep.swap(session, two, "job-two", file);
    }
    erasure().erase(new Subject(1, "another"), OPERATOR);
    assertThat(upkeep.lake().catalog().tableId(two)).isEmpty();
    assertThat(upkeep.rows(one)).startsWith("3 rows");
    erasure().erase(new Subject(1, TestLake.SCHEMA_ID), OPERATOR);
    assertThat(upkeep.lake().catalog().tableId(one)).isEmpty();
    upkeep.state().jdbi().useHandle(handle -> handle.execute("DELETE FROM table_binding"));
  }
}
