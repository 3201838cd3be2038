package dev.lakeferry.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lakeferry.failure.RetryableFailure;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.testing.TestLake;
import dev.lakeferry.testing.TestPublications;
import dev.lakeferry.verification.CheckResult;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Publications that change only some files of the live table. */
class IncrementalIT {
  private static final int FILES = 12;

  private TestLake lake;
  private TestPublications publications;
  private TableName table;

  @BeforeEach
  void begin() {
    lake = new TestLake();
    publications = new TestPublications(lake);
    table = publications.table("parts");
  }

  @AfterEach
  void end() {
    lake.close();
  }

  private void prepare(String folder, String path, int file, int rows) {
    lake.prepare(
        folder,
        path.formatted(file),
        "SELECT %d * 1000 + range AS id, 'n' || range AS name FROM range(%d)"
            .formatted(file, rows));
  }

  /** Two generations of which two files differ that lie far apart, and one was added. */
  private void twoGenerations(String path) {
    for (int file = 0; file < FILES; file++) {
      prepare("g__query_1", path, file, 10);
      prepare("g__query_2", path, file, file == 1 || file == 10 ? 15 : 10);
    }
    prepare("g__query_2", path, FILES, 7);
    publications.publish(table, "job-1", "g__query_1");
    publications.incremental();
  }

  /** Every object that both generations have; whoever reads one fails. */
  private void loseWhatStays() {
    List<String> keys =
        lake.landedObjects().keySet().stream()
            .filter(key -> key.contains("/job-1/"))
            .filter(key -> !key.matches(".*[/=](1|10)(/p)?\\.parquet"))
            .toList();
    assertThat(keys).hasSize(FILES - 2);
    lake.objects().delete(lake.lakeSettings().bucket(), keys);
  }

  @Test
  void noFileThatStaysIsRead() {
    twoGenerations("%d.parquet");
    loseWhatStays();

    Published published = publications.publish(table, "job-2", "g__query_2");

    assertThat(published.warnings()).isEmpty();
    assertThat(publications.lastResults()).allMatch(CheckResult::passed);
    assertThat(lake.number("SELECT count(*) FROM ducklake.%s.parts".formatted(table.schema())))
        .isEqualTo(9 * 10 + 10 + 2 * 15 + 7);
  }

  @Test
  void noFileThatStaysIsReadWherePartitionsTellThemApart() {
    twoGenerations("p=%d/p.parquet");
    List<String> keys =
        lake.landedObjects().keySet().stream()
            .filter(key -> key.contains("/job-1/"))
            .filter(key -> !key.contains("p=1/") && !key.contains("p=10/"))
            .toList();
    lake.objects().delete(lake.lakeSettings().bucket(), keys);

    Published published = publications.publish(table, "job-2", "g__query_2");

    assertThat(published.warnings()).isEmpty();
    assertThat(publications.lastResults())
        .filteredOn(result -> result.name().equals("partition_counts"))
        .singleElement()
        .matches(CheckResult::passed);
    assertThat(lake.number("SELECT count(*) FROM ducklake.%s.parts".formatted(table.schema())))
        .isEqualTo(9 * 10 + 10 + 2 * 15 + 7);
  }

  @Test
  void theChangeFeedTellsOnlyWhatChangedAndOlderSnapshotsStayReadable() {
    twoGenerations("%d.parquet");
    long before = lake.catalog().newestSnapshot();

    Published published = publications.publish(table, "job-2", "g__query_2");

    assertThat(
            lake.ask(
                "SELECT change_type || ' ' || count(*) FROM ducklake_table_changes('ducklake', '%s', 'parts', %d, %d) GROUP BY change_type ORDER BY 1"
                    .formatted(
                        table.schema(), published.snapshot().id(), published.snapshot().id()),
                row -> row.getString(1)))
        .containsExactly("delete 20", "insert 37");
    assertThat(
            lake.number(
                "SELECT count(*) FROM ducklake.%s.parts AT (VERSION => %d) WHERE name IS NOT NULL"
                    .formatted(table.schema(), before)))
        .isEqualTo(120);
  }

  /** A live table of 30 rows, whose next generation only adds five. */
  private void aGenerationThatOnlyAdds() {
    for (int file = 0; file < 3; file++) {
      prepare("g__query_1", "%d.parquet", file, 10);
      prepare("g__query_2", "%d.parquet", file, 10);
    }
    prepare("g__query_2", "%d.parquet", 3, 5);
    publications.publish(table, "job-1", "g__query_1");
    publications.incremental();
  }

  /** What another publisher does that only adds one row. */
  private void add(LakeSession session) {
    lake.s3()
        .putObject(
            request -> request.bucket(lake.lakeSettings().bucket()).key("strangers/one.parquet"),
            software.amazon.awssdk.core.sync.RequestBody.fromBytes(
                TestLake.parquet("SELECT 77 AS id, 'x' AS name")));
    session.execute(
        "CALL ducklake_add_data_files('ducklake', 'parts', ?, schema => ?)",
        "s3://%s/strangers/one.parquet".formatted(lake.lakeSettings().bucket()),
        table.schema());
  }

  private static void isConflict(RetryableFailure failure) {
    assertThat(failure.kind()).isEqualTo(RetryableFailure.Cause.CONFLICT);
  }

  @Test
  void onePublisherATableTwoThatOnlyAddConflict() {
    aGenerationThatOnlyAdds();
    publications.atCommit(
        () -> {
          try (LakeSession session = lake.reader().open("the other publisher")) {
            session.execute("BEGIN");
            session.execute(
                "ALTER TABLE ducklake.%s.parts RESET SORTED BY".formatted(table.schema()));
            add(session);
            session.execute("COMMIT");
          }
        });

    assertThatThrownBy(() -> publications.publish(table, "job-2", "g__query_2"))
        .isInstanceOfSatisfying(RetryableFailure.class, IncrementalIT::isConflict);

    assertThat(lake.number("SELECT count(*) FROM ducklake.%s.parts".formatted(table.schema())))
        .isEqualTo(31);
  }

  @Test
  void onePublisherATableOneThatBeganBeforeCannotAddAfterwards() {
    aGenerationThatOnlyAdds();
    try (LakeSession session = lake.reader().open("the other publisher")) {
      session.execute("BEGIN");
      add(session);

      publications.publish(table, "job-2", "g__query_2");

      assertThatThrownBy(() -> session.execute("COMMIT"))
          .isInstanceOfSatisfying(RetryableFailure.class, IncrementalIT::isConflict);
    }
    assertThat(lake.number("SELECT count(*) FROM ducklake.%s.parts".formatted(table.schema())))
        .isEqualTo(35);
  }

  @Test
  void aTableThatChangedSinceItWasPlannedIsLeftAsItIs() {
    twoGenerations("%d.parquet");
    publications.beforePublication(
        () ->
            lake.ask(
                "DELETE FROM ducklake.%s.parts WHERE id = 5003".formatted(table.schema()),
                row -> null));

    assertThatThrownBy(() -> publications.publish(table, "job-2", "g__query_2"))
        .isInstanceOf(RetryableFailure.class)
        .hasMessageContaining("is not as it was when this generation was planned: it lost rows of");

    assertThat(lake.number("SELECT count(*) FROM ducklake.%s.parts".formatted(table.schema())))
        .isEqualTo(119);
  }

  @Test
  void whatEndsBeforeCommitLeavesTableAndObjectsAndCanBeDoneAgain() {
    twoGenerations("%d.parquet");
    publications.atCommit(
        () -> {
          throw new IllegalStateException("told by the test");
        });
    assertThatThrownBy(() -> publications.publish(table, "job-2", "g__query_2"))
        .hasMessageContaining("told by the test");
    assertThat(
            lake.number(
                "SELECT count(*) FROM ducklake.%s.parts WHERE name IS NOT NULL"
                    .formatted(table.schema())))
        .isEqualTo(120);
    publications.atCommit(() -> {});

    Published published = publications.publish(table, lake.completion("job-2", "g__query_2"), 2);

    assertThat(published.warnings()).isEmpty();
    assertThat(
            lake.number(
                "SELECT count(*) FROM ducklake.%s.parts WHERE name IS NOT NULL"
                    .formatted(table.schema())))
        .isEqualTo(137);
  }

  @Test
  void valuesThatDoNotTellFilesApartCostFootersAndNothingElse() {
    for (int file = 0; file < 3; file++) {
      for (int generation = 1; generation <= 2; generation++) {
        lake.prepare(
            "g__query_" + generation,
            file + ".parquet",
            "SELECT md5(CAST(range * 3 + %d AS VARCHAR)) AS id, NULL::INT AS nothing FROM range(%d)"
                .formatted(file, file == 2 ? 10 * generation : 10));
      }
    }
    publications.publish(table, "job-1", "g__query_1");
    publications.incremental();

    Published published = publications.publish(table, "job-2", "g__query_2");

    assertThat(published.warnings()).isEmpty();
    assertThat(
            lake.number(
                "SELECT count(DISTINCT id) FROM ducklake.%s.parts".formatted(table.schema())))
        .isEqualTo(40);
  }
}
