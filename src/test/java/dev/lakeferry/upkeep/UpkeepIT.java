package dev.lakeferry.upkeep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.job.Actor;
import dev.lakeferry.job.HeldLock;
import dev.lakeferry.job.SessionName;
import dev.lakeferry.job.TableHolds;
import dev.lakeferry.job.TableLock;
import dev.lakeferry.job.UpkeepLock;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.testing.TestLake;
import dev.lakeferry.testing.TestUpkeep;
import dev.lakeferry.upkeep.UpkeepEntry.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Each step of upkeep on a lake that others work on as well. */
class UpkeepIT {
  private static TestUpkeep upkeep;

  @BeforeAll
  static void begin() {
    upkeep =
        new TestUpkeep(
            Map.of(
                "LAKEFERRY_UPKEEP_RETENTION", "24h",
                "LAKEFERRY_UPKEEP_MERGE_FILES", "3"));
  }

  @AfterAll
  static void end() {
    upkeep.close();
  }

  /** Each test has the lake's tables for itself; what expires is all the lake's. */
  @AfterEach
  void dropTables() {
    try (LakeSession session = upkeep.lake().lake().open("test")) {
      session
          .query(
              "SELECT table_name FROM duckdb_tables() WHERE database_name = 'ducklake'",
              row -> row.getString(1))
          .forEach(
              table ->
                  session.execute(
                      "DROP TABLE ducklake.%s.\"%s\"".formatted(TestUpkeep.SCHEMA, table)));
    }
    upkeep.state().jdbi().useHandle(handle -> handle.execute("DELETE FROM table_hold"));
  }

  private static UpkeepEntry only(List<UpkeepEntry> entries) {
    assertThat(entries).hasSize(1);
    return entries.get(0);
  }

  private static UpkeepEntry of(TableName table, List<UpkeepEntry> entries) {
    return only(entries.stream().filter(entry -> table.equals(entry.table())).toList());
  }

  private static long snapshots() {
    return upkeep.catalogNumber("SELECT count(*) FROM ducklake_snapshot");
  }

  private static void generations(TableName table, int number) {
    byte[] file = TestLake.parquet("SELECT range AS id FROM range(3)");
    try (LakeSession session = upkeep.lake().lake().open("test")) {
      for (int i = 0; i < number; i++) {
        upkeep.swap(session, table, "job-" + System.nanoTime(), file);
      }
    }
  }

  // expire

  @Test
  void youngSnapshotsStayWhateverTheRetention() {
    generations(upkeep.bound("young"), 3);
    upkeep.run(Step.EXPIRE);
    long before = snapshots();
    generations(upkeep.bound("young"), 3);
    assertThat(only(upkeep.run(Step.EXPIRE)).outcome()).isEqualTo(Outcome.NOTHING);
    assertThat(snapshots()).isEqualTo(before + 3);
  }

  @Test
  void anOptionOfTheLakeBelowTheFloorIsRefusedAndTold() {
    upkeep.run(Step.EXPIRE);
    generations(upkeep.bound("young"), 3);
    long before = snapshots();
    upkeep.catalogChange(
        "INSERT INTO ducklake_metadata (key, value) VALUES ('expire_older_than', '1 hour')");
    try {
      UpkeepEntry entry = only(upkeep.run(Step.EXPIRE));
      assertThat(entry.notes()).singleElement().asString().contains("'1 hour'", "refused");
    } finally {
      upkeep.catalogChange("DELETE FROM ducklake_metadata WHERE key = 'expire_older_than'");
    }
    assertThat(snapshots()).isEqualTo(before);
  }

  /** Law 16: memory outlives retention. */
  @Test
  void theBaseOfARunningAttemptIsKept() {
    generations(upkeep.bound("based"), 34);
    upkeep.anHourBetweenSnapshots();
    attempt("running", 28, "NULL", "'worker'");
    try {
      UpkeepEntry entry = only(upkeep.run(Step.EXPIRE));
      assertThat(entry.notes())
          .singleElement()
          .asString()
          .contains("run-law-16 attempt 1", "28 hours");
      // The newest that was there when the attempt began, and all that came after it.
      assertThat(snapshots()).isEqualTo(29);
    } finally {
      forgetAttempts();
    }
    upkeep.run(Step.EXPIRE);
    assertThat(snapshots()).isEqualTo(24);
  }

  /** Law 16: where COMMIT was sent and its outcome is not known, the commit message decides. */
  @Test
  void whatAnUnresolvedRunMayHaveCommittedIsKept() {
    generations(upkeep.bound("unresolved"), 36);
    upkeep.anHourBetweenSnapshots();
    attempt("stale", 30, "'lease_lost'", "NULL");
    try {
      upkeep.run(Step.EXPIRE);
      assertThat(snapshots()).isEqualTo(31);
    } finally {
      forgetAttempts();
    }
  }

  private static void attempt(String status, int hours, String reason, String owner) {
    upkeep
        .state()
        .jdbi()
        .useTransaction(
            handle -> {
              handle.execute(
                  """
                  INSERT INTO workflow_run (
                    id, workflow, team_id, subject_kind, subject_id, job_id, token, payload,
                    completed_at, inbox_id)
                  VALUES (
                    'run-law-16', 'ducklake-register.data-imports', 1, 'source_schema', 's', 'j', 't',
                    '{}', now(), 1)
                  """);
              handle.execute(
                  """
                  INSERT INTO managed_warehouse_source_job (
                    run_id, attempt, team_id, source_schema_id, external_data_job_id, workflow_type,
                    workflow_id, token, completed_at, inbox_id, status, stale_reason, owner,
                    started_at, finished_at, commit_sent, lake)
                  VALUES (
                    'run-law-16', 1, 1, 's', 'j', 'ducklake-register.data-imports', 'run-law-16', 't',
                    now(), 1, '%1$s', %2$s, %3$s, now() - interval '%4$d hours',
                    CASE WHEN '%1$s' = 'running' THEN NULL ELSE now() END, '%1$s' = 'stale', ?)
                  """
                      .formatted(status, reason, owner, hours),
                  upkeep.lake().lakeSettings().dataPath());
            });
  }

  private static void forgetAttempts() {
    upkeep
        .state()
        .jdbi()
        .useTransaction(
            handle -> {
              handle.execute("DELETE FROM managed_warehouse_source_job");
              handle.execute("DELETE FROM workflow_run");
            });
  }

  // clean-up

  @Test
  void oddKeysAreDeletedAndWhatIsInDoubtStaysAndIsNamed() {
    String bucket = "s3://" + upkeep.lake().lakeSettings().bucket() + "/";
    byte[] content = TestLake.parquet("SELECT 1 AS id");
    List<String> odd = List.of("old/a&b.parquet", "old/a<b.parquet", "old/plain.parquet");
    odd.forEach(key -> upkeep.put(key, content));
    TableName table = upkeep.bound("named");
    generations(table, 1);
    String live =
        upkeep
            .lake()
            .catalog()
            .liveTable(upkeep.lake().catalog().tableId(table).orElseThrow())
            .files()
            .get(0)
            .path();
    schedule(100_001, bucket + odd.get(0));
    schedule(100_002, live);
    schedule(100_003, bucket + odd.get(1));
    schedule(100_004, "s3://elsewhere/not-ours.parquet");
    schedule(100_005, bucket + odd.get(2));

    UpkeepEntry looked = only(upkeep.run(upkeep.settings(), true, Step.CLEAN_UP));
    assertThat(looked.figures()).containsEntry("objects_to_delete", 3L);
    assertThat(upkeep.lake().landedObjects()).containsKeys(odd.toArray(String[]::new));

    UpkeepEntry entry = only(upkeep.run(Step.CLEAN_UP));
    assertThat(entry.figures())
        .containsEntry("objects_deleted", 3L)
        .containsEntry("objects_kept", 2L);
    assertThat(entry.notes())
        .anySatisfy(note -> assertThat(note).contains(live, "some snapshot"))
        .anySatisfy(note -> assertThat(note).contains("s3://elsewhere/not-ours.parquet"));
    assertThat(upkeep.lake().landedObjects()).doesNotContainKeys(odd.toArray(String[]::new));
    assertThat(upkeep.rows(table)).startsWith("3 rows");
    upkeep.catalogChange("DELETE FROM ducklake_files_scheduled_for_deletion");
  }

  private static void schedule(long id, String path) {
    upkeep.catalogChange(
        """
        INSERT INTO ducklake_files_scheduled_for_deletion
        VALUES (?, ?, false, now() - interval '3 days')
        """,
        id,
        path);
  }

  // merge and rewrite

  @Test
  void tablesThatHoldRegisteredFilesAreNotCompacted() {
    TableName table = upkeep.bound("registered");
    generations(table, 1);
    byte[] file = TestLake.parquet("SELECT range AS id FROM range(2)");
    try (LakeSession session = upkeep.lake().lake().open("test")) {
      for (int i = 0; i < 4; i++) {
        session.execute(
            "CALL ducklake_add_data_files('ducklake', 'registered', ?, schema => ?)",
            upkeep.put("more/%d.parquet".formatted(i), file),
            TestUpkeep.SCHEMA);
      }
    }
    UpkeepEntry entry = only(upkeep.run(Step.MERGE));
    assertThat(entry.table()).isNull();
    assertThat(entry.figures()).containsEntry("tables_with_registered_files", 1L);
    assertThat(upkeep.files(table)).isEqualTo(5);

    UpkeepEntry switched =
        of(
            table,
            upkeep.run(
                upkeep.settings("LAKEFERRY_UPKEEP_MERGE_REGISTERED", "true"), false, Step.MERGE));
    assertThat(switched.outcome()).isEqualTo(Outcome.DONE);
    assertThat(upkeep.files(table)).isEqualTo(1);
  }

  /** Merging registered files of a partitioned table would break the engine. */
  @Test
  void partitionedTablesThatHoldRegisteredFilesAreNeverCompacted() {
    TableName table = upkeep.bound("partitioned");
    byte[] file = TestLake.parquet("SELECT range AS id FROM range(2)");
    try (LakeSession session = upkeep.lake().lake().open("test")) {
      session.execute(
          "CREATE TABLE ducklake.%s.partitioned (id BIGINT, day VARCHAR)"
              .formatted(TestUpkeep.SCHEMA));
      session.execute(
          "ALTER TABLE ducklake.%s.partitioned SET PARTITIONED BY (day)"
              .formatted(TestUpkeep.SCHEMA));
      for (int i = 0; i < 4; i++) {
        session.execute(
            "CALL ducklake_add_data_files('ducklake', 'partitioned', ?, schema => ?)",
            upkeep.put("parts/%d/day=monday/part.parquet".formatted(i), file),
            TestUpkeep.SCHEMA);
      }
    }
    UpkeepEntry entry =
        only(
            upkeep.run(
                upkeep.settings("LAKEFERRY_UPKEEP_MERGE_REGISTERED", "true"), false, Step.MERGE));
    assertThat(entry.table()).isNull();
    assertThat(upkeep.files(table)).isEqualTo(4);
  }

  @Test
  void aTableThatFailsStopsNoOther() {
    TableName broken = upkeep.written("a_broken", 4);
    TableName whole = upkeep.written("b_whole", 4);
    upkeep.lake().landedObjects().keySet().stream()
        .filter(key -> key.contains("/a_broken/"))
        .limit(1)
        .forEach(
            key ->
                upkeep
                    .lake()
                    .s3()
                    .deleteObject(
                        request -> request.bucket(upkeep.lake().lakeSettings().bucket()).key(key)));

    List<UpkeepEntry> entries = upkeep.run(Step.MERGE);
    assertThat(of(broken, entries).outcome()).isEqualTo(Outcome.FAILED);
    assertThat(of(broken, entries).error()).isNotBlank();
    assertThat(of(whole, entries).outcome()).isEqualTo(Outcome.DONE);
    assertThat(upkeep.files(broken)).isEqualTo(4);
    assertThat(upkeep.files(whole)).isEqualTo(1);
  }

  /** Law 5: one publisher a table. */
  @Test
  void aTableThatIsBeingPublishedOrIsOnHoldIsLeft() {
    TableName busy = upkeep.written("busy", 4);
    TableName held = upkeep.written("held", 4);
    TableName free = upkeep.written("free", 4);
    new TableHolds(upkeep.state().jdbi(), upkeep.lake().lakeSettings().dataPath())
        .hold(held, "to be looked at", Actor.commandLine());
    List<UpkeepEntry> entries;
    try (HeldLock publisher =
        new TableLock(upkeep.state())
            .tryLock(upkeep.lake().lakeSettings().dataPath(), busy, SessionName.of("a publication"))
            .orElseThrow()) {
      entries = upkeep.run(Step.MERGE);
      assertThat(publisher.isHeld()).isTrue();
    }
    assertThat(of(busy, entries).outcome()).isEqualTo(Outcome.BUSY);
    assertThat(of(held, entries).outcome()).isEqualTo(Outcome.HELD);
    assertThat(of(free, entries).outcome()).isEqualTo(Outcome.DONE);
    assertThat(List.of(upkeep.files(busy), upkeep.files(held), upkeep.files(free)))
        .containsExactly(4L, 4L, 1L);
    assertThat(of(busy, upkeep.run(Step.MERGE)).outcome()).isEqualTo(Outcome.DONE);
  }

  @Test
  void strangersTablesAreLeftAsTheyAre() {
    TableName ours = upkeep.written("strange", 4);
    upkeep
        .state()
        .jdbi()
        .useHandle(
            handle -> handle.execute("DELETE FROM table_binding WHERE table_name = 'strange'"));
    assertThat(only(upkeep.run(Step.MERGE)).table()).isNull();
    assertThat(upkeep.files(ours)).isEqualTo(4);
  }

  // statistics

  @Test
  void statisticsThatNothingNeedsArePurgedOnlyIfSwitchedOn() {
    upkeep.catalogChange(
        "INSERT INTO ducklake_table_stats (table_id, record_count, next_row_id, file_size_bytes)"
            + " VALUES (987654, 1, 1, 1)");
    UpkeepEntry told = only(upkeep.run(Step.STATISTICS));
    assertThat(told.figures()).containsEntry("rows_that_nothing_needs", 1L);
    assertThat(told.outcome()).isEqualTo(Outcome.NOTHING);
    UpkeepEntry purged =
        only(
            upkeep.run(
                upkeep.settings("LAKEFERRY_UPKEEP_PURGE_STATISTICS", "true"),
                false,
                Step.STATISTICS));
    assertThat(purged.figures()).containsEntry("rows_purged", 1L);
    assertThat(only(upkeep.run(Step.STATISTICS)).figures())
        .containsEntry("rows_that_nothing_needs", 0L);
  }

  // views

  @Test
  void theViewsTellWhatTheLakeIsMadeOfAndWhatIsWrong() {
    TableName one = upkeep.bound("one");
    generations(one, 1);
    upkeep.run(Step.VIEWS);
    assertThat(upkeep.catalogNumber("SELECT tables FROM lakeferry_observability.lake_measures"))
        .isEqualTo(1);
    String path =
        upkeep
            .lake()
            .catalog()
            .liveTable(upkeep.lake().catalog().tableId(one).orElseThrow())
            .files()
            .get(0)
            .path();
    try (LakeSession session = upkeep.lake().lake().open("another client")) {
      session.execute("CREATE TABLE ducklake.%s.two (id BIGINT)".formatted(TestUpkeep.SCHEMA));
      session.execute(
          "CALL ducklake_add_data_files('ducklake', 'two', ?, schema => ?)",
          path,
          TestUpkeep.SCHEMA);
    }
    assertThat(
            upkeep.catalogNumber(
                "SELECT paths_registered_twice FROM lakeferry_observability.lake_measures"))
        .isEqualTo(1);
    UpkeepEntry entry = only(upkeep.run(Step.VIEWS));
    assertThat(entry.notes())
        .anySatisfy(note -> assertThat(note).contains("ALARM", path))
        .anySatisfy(note -> assertThat(note).endsWith("there"));
    assertThat(
            upkeep.catalogNumber(
                "SELECT CAST(sum(files) AS bigint) FROM lakeferry_observability.lake_tables"))
        .isEqualTo(2);
    for (String view :
        List.of(
            "lake_tables",
            "lake_snapshots",
            "lake_pending_deletions",
            "lake_dropped_tables",
            "lake_paths_registered_twice",
            "lake_tables_live_twice")) {
      assertThat(upkeep.catalogNumber("SELECT count(*) FROM lakeferry_observability." + view))
          .isNotNegative();
    }
  }

  // the whole

  @Test
  void oneProcessAtATimeKeepsTheLakeUp() {
    try (HeldLock other =
        new UpkeepLock(upkeep.state())
            .lock(upkeep.lake().lakeSettings().dataPath(), Duration.ofSeconds(1))
            .orElseThrow()) {
      assertThat(upkeep.upkeep(upkeep.settings()).scheduled(Step.STATISTICS, false)).isEmpty();
      assertThat(only(upkeep.run(Step.STATISTICS)).outcome()).isEqualTo(Outcome.BUSY);
      assertThat(other.isHeld()).isTrue();
    }
  }

  @Test
  void ofReplicasThatComeAtTheSameMomentOneDoesAStep() {
    upkeep.state().jdbi().useHandle(handle -> handle.execute("DELETE FROM upkeep_log"));
    Upkeep replica = upkeep.upkeep(upkeep.settings());
    assertThat(replica.scheduled(Step.STATISTICS, false)).hasSize(1);
    assertThat(replica.scheduled(Step.STATISTICS, false)).isEmpty();
  }

  @Test
  void everyPieceOfWorkIsARowOfTheLog() {
    upkeep.state().jdbi().useHandle(handle -> handle.execute("DELETE FROM upkeep_log"));
    TableName table = upkeep.written("logged", 4);
    upkeep.upkeep(upkeep.settings()).run(Step.ALL, false);
    List<UpkeepEntry> logged = upkeep.upkeep(upkeep.settings()).log().newest(null, 100);
    assertThat(logged.stream().map(UpkeepEntry::step).collect(Collectors.toSet()))
        .containsExactlyInAnyOrderElementsOf(Step.ALL);
    assertThat(logged)
        .allSatisfy(
            entry -> {
              assertThat(entry.finishedAt()).isNotNull();
              assertThat(entry.error()).isNull();
            });
    assertThat(logged).anySatisfy(entry -> assertThat(entry.table()).isEqualTo(table));
  }
}
