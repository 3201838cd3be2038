package dev.lakeferry.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.failure.RetryableFailure;
import dev.lakeferry.failure.SupersededFailure;
import dev.lakeferry.generation.Fill;
import dev.lakeferry.generation.Plan;
import dev.lakeferry.lake.LiveTable.DataFile;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.testing.Comparison;
import dev.lakeferry.testing.TestLake;
import dev.lakeferry.testing.TestPublications;
import dev.lakeferry.testing.TestRules;
import dev.lakeferry.verification.SchemaPolicy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A shadow that is filled by committed steps, and swapped in by one transaction. */
class StagedIT {
  private static final int OLD = 3;

  private static TestLake lake;
  private TestPublications publications;

  @BeforeAll
  static void begin() {
    lake = new TestLake();
  }

  @AfterAll
  static void end() {
    lake.close();
  }

  @BeforeEach
  void freshFixture() {
    publications = new TestPublications(lake);
  }

  /** A published generation, and a newer one of some files in a prepared folder. */
  private TableName live(String name, boolean partitioned) {
    TableName table = publications.table(name);
    String first = name + "__query_1";
    String directory = partitioned ? "day=0/" : "";
    lake.prepare(
        first, directory + "a.parquet", "SELECT range AS id FROM range(%d)".formatted(OLD));
    publications.publish(table, name + "-1", first);
    for (int day = 0; day < 4; day++) {
      for (int part = 0; part < 2; part++) {
        String path = partitioned ? "day=%d/%d.parquet" : "%d-%d.parquet";
        lake.prepare(
            name + "__query_2",
            path.formatted(day, part),
            "SELECT range + %d AS id FROM range(10)".formatted(100 * day + 10 * part));
      }
    }
    publications.staged(3);
    return table;
  }

  private Published publishNewer(TableName table) {
    return publishNewer(table, 1);
  }

  private Published publishNewer(TableName table, int attempt) {
    String name = table.table();
    return publications.publish(table, lake.completion(name + "-2", name + "__query_2"), attempt);
  }

  private static long rows(TableName table) {
    return lake.number(
        "SELECT count(*) FROM ducklake.%s.\"%s\"".formatted(table.schema(), table.table()));
  }

  private static List<String> files(TableName table) {
    return lake.catalog().liveTable(lake.catalog().tableId(table).orElseThrow()).files().stream()
        .map(DataFile::path)
        .toList();
  }

  private static List<String> differences(TableName table) {
    return Comparison.differences(lake, table, table.table() + "__query_2");
  }

  @Test
  void oneTransactionReadersSeeTheOldTableUntilAPartitionedOneIsWhole() {
    oneTransactionReadersSeeTheOldTableUntilTheNewOneIsWhole(live("parted", true), 4);
  }

  @Test
  void oneTransactionReadersSeeTheOldTableUntilAFlatOneIsWhole() {
    oneTransactionReadersSeeTheOldTableUntilTheNewOneIsWhole(live("flat", false), 3);
  }

  private void oneTransactionReadersSeeTheOldTableUntilTheNewOneIsWhole(
      TableName table, int chunks) {
    AtomicInteger turns = new AtomicInteger();
    publications.atTurn(
        () -> {
          turns.incrementAndGet();
          assertThat(rows(table)).isEqualTo(OLD);
        });

    Published published = publishNewer(table);

    // It is made, filled chunk by chunk, and swapped in.
    assertThat(turns).hasValue(1 + chunks + 1);
    assertThat(published.warnings()).isEmpty();
    assertThat(rows(table)).isEqualTo(80);
    assertThat(differences(table)).isEmpty();
    assertThat(files(table)).hasSize(8).doesNotHaveDuplicates();
    assertThat(lake.catalog().tableId(publications.lastShadow())).isEmpty();
    assertThat(publications.lastResults()).isNotEmpty();
    assertThat(
            lake.ask(
                "SELECT commit_message FROM ducklake_snapshots('ducklake') WHERE starts_with(commit_message, 'run-%s-2') ORDER BY snapshot_id"
                    .formatted(table.table()),
                row -> row.getString(1)))
        .hasSize(1 + chunks + 1)
        .startsWith("run-%s-2 attempt 1 stage 1".formatted(table.table()))
        .endsWith("run-%s-2 attempt 1".formatted(table.table()));
  }

  /**
   * Law "verify after the COMMIT too": after a step that begins with nothing but NULL in a column
   * the next one would hide what the others hold; so such files come in the last.
   */
  @ParameterizedTest
  @ValueSource(strings = {", CAST(NULL AS BIGINT) AS v", ""})
  void noStepHidesRowsOfAnEarlierOne(String column) {
    TableName table = publications.table("sparse_" + column.length());
    String first = table.table() + "__query_1";
    String second = table.table() + "__query_2";
    lake.prepare(first, "a.parquet", "SELECT range AS id, range AS v FROM range(3)");
    publications.publish(table, table.table() + "-1", first);
    lake.prepare(second, "0.parquet", "SELECT range AS id%s FROM range(5)".formatted(column));
    lake.prepare(second, "1.parquet", "SELECT range AS id%s FROM range(5)".formatted(column));
    lake.prepare(second, "2.parquet", "SELECT range AS id, range AS v FROM range(5)");
    lake.prepare(second, "3.parquet", "SELECT range AS id, 1000 + range AS v FROM range(5)");
    lake.prepare(second, "4.parquet", "SELECT range AS id, 2000 + range AS v FROM range(5)");
    publications.staged(2);

    publishNewer(table);

    String from = "SELECT count(*) FROM ducklake.%s.%s".formatted(table.schema(), table.table());
    assertThat(lake.number(from)).isEqualTo(25);
    for (int v : List.of(2, 1002, 2002)) {
      assertThat(lake.number(from + " WHERE v = " + v)).isEqualTo(1);
    }
  }

  /**
   * The same where the plan does not know which files hold nothing but NULL. In which order a
   * step's files come is the engine's chance, so it may be published; then readers miss nothing.
   */
  @Test
  void verifyAfterTheCommitTooAStepThatWouldHideRowsIsRefused() {
    for (int i = 0; i < 4; i++) {
      TableName table = publications.table("unknown_" + i);
      String first = table.table() + "__query_1";
      String second = table.table() + "__query_2";
      lake.prepare(first, "a.parquet", "SELECT range AS id, range AS v FROM range(3)");
      publications.publish(table, table.table() + "-1", first);
      lake.prepare(
          second, "0.parquet", "SELECT range AS id, CAST(NULL AS BIGINT) AS v FROM range(5)");
      lake.prepare(second, "1.parquet", "SELECT range AS id, range AS v FROM range(5)");
      lake.prepare(second, "2.parquet", "SELECT range AS id, 1000 + range AS v FROM range(5)");
      publications.staged(2);
      String job = table.table() + "-2";
      Plan plan = lake.plan(lake.completion(job, second), table);
      boolean published = true;
      try {
        publications.publish(table, job, withoutSparse(plan), 1);
      } catch (FinalFailure e) {
        published = false;
        assertThat(e)
            .hasMessageContaining("holds only NULL in the column v")
            .hasMessageContaining("live table");
      }
      String from = "SELECT count(*) FROM ducklake.%s.%s".formatted(table.schema(), table.table());
      assertThat(lake.number(from)).isEqualTo(published ? 15 : 3);
      assertThat(lake.number(from + " WHERE v = 2")).isEqualTo(1);
      freshFixture();
    }
  }

  private static Plan withoutSparse(Plan plan) {
    assertThat(plan.sparse()).containsExactly("0.parquet");
    return new Plan(
        plan.sourceUri(),
        plan.columns(),
        plan.partitionKeys(),
        plan.landed(),
        plan.landedRows(),
        Set.of(),
        plan.rewritten(),
        plan.rewrittenFrom(),
        plan.emptyFiles(),
        plan.rows(),
        plan.expectedRows(),
        plan.partitions(),
        plan.facts(),
        plan.remarks(),
        plan.digest());
  }

  @Test
  void verifyAgainstTheSourceAMismatchLeavesTheLiveTableAndEveryObject() {
    TableName table = live("mismatch", false);
    publications.rules(rules -> TestRules.schema(rules, SchemaPolicy.STRICT, false));
    lake.prepare("mismatch__query_2", "0-0.parquet", "SELECT 1::BIGINT AS id, 2 AS more");

    assertThatThrownBy(() -> publishNewer(table))
        .isInstanceOf(FinalFailure.class)
        .hasMessageContaining("Verification of " + table);

    assertThat(rows(table)).isEqualTo(OLD);
    assertThat(lake.catalog().tableId(publications.lastShadow())).isPresent();
    assertThat(files(publications.lastShadow())).hasSize(8);
    assertThat(lake.landedObjects().keySet())
        .filteredOn(key -> key.contains("/mismatch-2/"))
        .hasSize(7);
  }

  @Test
  void objectsAreSacredALaterAttemptGoesOnWithTheShadowAndRegistersOnlyTheRest() {
    TableName table = live("dying", true);
    AtomicInteger turns = new AtomicInteger();
    publications.atTurn(
        () -> {
          if (turns.incrementAndGet() == 4) {
            throw new RetryableFailure(RetryableFailure.Cause.LEASE_LOST, "died", null);
          }
        });
    assertThatThrownBy(() -> publishNewer(table)).hasMessage("died");
    TableName shadow = publications.lastShadow();
    assertThat(files(shadow)).hasSize(4);
    assertThat(rows(table)).isEqualTo(OLD);
    Map<String, String> landed = lake.landedObjects();

    AtomicInteger steps = new AtomicInteger();
    publications.atTurn(steps::incrementAndGet);
    publications.adopting(shadow);
    publishNewer(table, 2);

    assertThat(steps).hasValue(2 + 1);
    assertThat(publications.lastShadow()).isEqualTo(shadow);
    assertThat(files(table)).hasSize(8).doesNotHaveDuplicates();
    assertThat(timesNamed("dying-2")).containsOnly(1L).hasSize(8);
    assertThat(lake.landedObjects()).isEqualTo(landed);
    assertThat(differences(table)).isEmpty();
  }

  /** How often the catalog names each object of a job, in whatever table. */
  private static List<Long> timesNamed(String job) {
    return lake.ask(
        "SELECT count(*) FROM __ducklake_metadata_ducklake.ducklake_meta.ducklake_data_file WHERE contains(path, '/%s/') GROUP BY path"
            .formatted(job),
        row -> row.getLong(1));
  }

  @Test
  void aShadowThatHoldsAnythingElseIsNotGoneOnWith() {
    TableName table = live("strangers", false);
    AtomicInteger turns = new AtomicInteger();
    publications.atTurn(
        () -> {
          if (turns.incrementAndGet() == 3) {
            throw new RetryableFailure(RetryableFailure.Cause.LEASE_LOST, "died", null);
          }
        });
    assertThatThrownBy(() -> publishNewer(table)).hasMessage("died");
    TableName shadow = publications.lastShadow();
    lake.ask(
        "INSERT INTO ducklake.%s.%s VALUES (77)".formatted(shadow.schema(), shadow.table()),
        row -> null);
    publications.atTurn(() -> {});
    publications.adopting(shadow);

    assertThatThrownBy(() -> publishNewer(table, 2))
        .isInstanceOf(RetryableFailure.class)
        .hasMessageContaining("not as it was");
    assertThat(rows(table)).isEqualTo(OLD);
  }

  @Test
  void neverBackwardsAStepThatIsOvertakenEndsThePublication() {
    TableName table = live("overtaken", false);
    AtomicInteger admitted = new AtomicInteger();
    publications.admission(
        snapshot -> {
          if (admitted.incrementAndGet() == 3) {
            throw new SupersededFailure("newer", "A newer one is published.");
          }
        });

    assertThatThrownBy(() -> publishNewer(table)).isInstanceOf(SupersededFailure.class);

    assertThat(rows(table)).isEqualTo(OLD);
    assertThat(files(publications.lastShadow())).hasSize(3);
  }

  @Test
  void rowsThatAStrangerWroteAfterTheVerificationAreNotLostSilently() {
    TableName table = live("late", false);
    String insert = "INSERT INTO ducklake.%s.%s VALUES (77)";
    AtomicInteger turns = new AtomicInteger();
    publications.atTurn(
        () -> {
          if (turns.incrementAndGet() == 5) {
            lake.ask(insert.formatted(table.schema(), table.table()), row -> null);
          }
        });
    assertThatThrownBy(() -> publishNewer(table))
        .isInstanceOfSatisfying(
            RetryableFailure.class,
            failure -> assertThat(failure.kind()).isEqualTo(RetryableFailure.Cause.CONFLICT));
    assertThat(rows(table)).isEqualTo(OLD + 1);

    TableName shadow = publications.lastShadow();
    turns.set(0);
    publications.atTurn(
        () -> lake.ask(insert.formatted(shadow.schema(), shadow.table()), row -> null));
    publications.adopting(shadow);
    assertThatThrownBy(() -> publishNewer(table, 2))
        .isInstanceOf(FinalFailure.class)
        .hasMessageContaining("after it was verified");
    assertThat(rows(table)).isEqualTo(OLD + 1);
  }

  @Test
  void commentsAndOptionsOfTheLiveTableAreCarriedOver() {
    TableName table = live("said", false);
    String quoted = "ducklake.%s.said".formatted(table.schema());
    lake.ask("COMMENT ON TABLE %s IS 'ours'".formatted(quoted), row -> null);
    lake.ask("COMMENT ON COLUMN %s.id IS 'the id'".formatted(quoted), row -> null);
    lake.ask(
        "CALL ducklake_set_option('ducklake', 'parquet_compression', 'zstd', schema => '%s', table_name => 'said')"
            .formatted(table.schema()),
        row -> null);

    Published published = publishNewer(table);

    assertThat(published.warnings()).isEmpty();
    long id = lake.catalog().tableId(table).orElseThrow();
    assertThat(lake.catalog().tableComment(id)).contains("ours");
    assertThat(lake.catalog().columnComments(id)).containsEntry("id", "the id");
    assertThat(lake.catalog().tableOptions(id)).containsEntry("parquet_compression", "zstd");
    assertThat(differences(table)).isEmpty();
  }

  @Test
  void rowsThatCannotBeRegisteredAreRewrittenInAStepOfTheirOwn() {
    TableName table = publications.table("rewritten");
    for (int i = 0; i < 5; i++) {
      lake.prepare(
          "rewritten__query_2",
          i + ".parquet",
          i == 3
              ? "SELECT range AS id FROM range(10)"
              : "SELECT range AS id, range %% 3 AS k FROM range(%d, %d)"
                  .formatted(10 * i, 10 * i + 10));
    }
    publications.staged(2);
    Plan plan =
        lake.plan(
            lake.completion("rewritten-2", "rewritten__query_2"),
            Optional.of(table),
            Fill.REGISTER);
    assertThat(plan.rewritten()).isNotEmpty();

    publications.publish(table, "rewritten-2", plan, 1);

    assertThat(rows(table)).isEqualTo(50);
    assertThat(
            lake.number(
                "SELECT count(*) FROM ducklake.%s.rewritten WHERE k IS NULL"
                    .formatted(table.schema())))
        .isEqualTo(10);
    assertThat(differences(table)).isEmpty();
  }

  @Test
  void bothModesMayAlternateOnOneTable() {
    TableName table = live("mixed", true);
    publishNewer(table);
    publications.swapped();
    lake.prepare("mixed__query_3", "day=9/a.parquet", "SELECT range AS id FROM range(5)");
    publications.publish(table, "mixed-3", "mixed__query_3");
    assertThat(rows(table)).isEqualTo(5);
    publications.staged(1);
    lake.prepare("mixed__query_4", "day=1/a.parquet", "SELECT range AS id FROM range(6)");
    lake.prepare("mixed__query_4", "day=2/a.parquet", "SELECT range AS id FROM range(7)");
    publications.publish(table, "mixed-4", "mixed__query_4");

    assertThat(rows(table)).isEqualTo(13);
  }

  @Test
  void anAttemptWhoseForerunnerIsPublishedFillsNothing() {
    TableName table = live("twice", false);
    Published first = publishNewer(table);
    long snapshot = lake.catalog().newestSnapshot();

    Published second = publishNewer(table, 2);

    assertThat(second.snapshot().id()).isEqualTo(first.snapshot().id());
    assertThat(lake.catalog().newestSnapshot()).isEqualTo(snapshot);
  }
}
