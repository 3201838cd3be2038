package dev.lakeferry.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.failure.RetryableFailure;
import dev.lakeferry.generation.Fill;
import dev.lakeferry.generation.Plan;
import dev.lakeferry.lake.Column;
import dev.lakeferry.lake.Lake;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.lake.LakeTransaction;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.testing.TestLake;
import dev.lakeferry.testing.TestPublications;
import dev.lakeferry.testing.TestRules;
import dev.lakeferry.verification.CheckResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * What every engine has to do, from the first scan to what is read back. Whatever it published is
 * read by a DuckDB of its own as well, which is attached to the same catalog.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class EngineContract {
  /** A lake may have seen this suite before. */
  private final String suffix = UUID.randomUUID().toString().substring(0, 8);

  private TestLake lake;
  private TestPublications publications;

  /** Makes the lake, with the engine that is tested. */
  abstract TestLake makeLake();

  @BeforeAll
  void begin() {
    lake = makeLake();
  }

  @AfterAll
  void end() {
    if (lake != null) {
      lake.close();
    }
  }

  @BeforeEach
  void fresh() {
    publications = new TestPublications(lake);
  }

  final TestLake lake() {
    return lake;
  }

  private TableName table(String name) {
    return publications.table(name + "_" + suffix);
  }

  private String job(String name) {
    return name + "-" + suffix;
  }

  private String folder(String name, int generation) {
    return "%s_%s__query_%d".formatted(name, suffix, generation);
  }

  private long rows(TableName table) {
    return lake.number("SELECT count(*) FROM " + Lake.quoted(table));
  }

  /** By the engine that is tested, on a connection of its own. */
  private <T> List<T> askEngine(String sql, dev.lakeferry.lake.RowReader<T> reader) {
    try (LakeSession session = lake.lake().open("test reader")) {
      return session.query(sql, reader);
    }
  }

  private void assertConflict(Throwable thrown) {
    assertThat(thrown)
        .isInstanceOfSatisfying(
            RetryableFailure.class,
            failure -> assertThat(failure.kind()).isEqualTo(RetryableFailure.Cause.CONFLICT));
  }

  @Test
  void anImportIsRegisteredBySwapAndReadBackByBoth() {
    TableName table = table("invoices");
    for (int day = 1; day <= 3; day++) {
      lake.prepare(
          folder("invoices", 1),
          "day=2026-01-0%d/part.parquet".formatted(day),
          "SELECT range AS id, range::FLOAT AS price, {a: range::FLOAT, b: 'x'} AS detail, nullif('n' || range, 'n1') AS note FROM range(%d)"
              .formatted(10 * day));
    }
    lake.prepare(
        folder("invoices", 1), "day=__HIVE_DEFAULT_PARTITION__/part.parquet", "SELECT 7 AS id");

    Published published = publications.publish(table, job("invoices"), folder("invoices", 1));

    assertThat(published.warnings()).isEmpty();
    assertThat(publications.lastResults()).isNotEmpty().noneMatch(CheckResult::forbids);
    String sums = "SELECT count(*), sum(id), count(note), count(day) FROM " + Lake.quoted(table);
    List<Long> expected = List.of(61L, 45L + 190 + 435 + 7, 57L, 60L);
    assertThat(askEngine(sums, EngineContract::numbers)).containsExactly(expected);
    assertThat(lake.ask(sums, EngineContract::numbers)).containsExactly(expected);
    assertThat(lake.ask("DESCRIBE " + Lake.quoted(table), Column.DESCRIBED))
        .contains(
            new Column("price", "FLOAT"),
            new Column("detail", "STRUCT(a FLOAT, b VARCHAR)"),
            new Column("day", "DATE"));
  }

  private static List<Long> numbers(java.sql.ResultSet row) throws java.sql.SQLException {
    List<Long> numbers = new ArrayList<>();
    for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
      numbers.add(row.getLong(i));
    }
    return numbers;
  }

  @Test
  void theNextGenerationTakesThePlaceOfTheFirstWithWhatPeopleSaidOfIt() {
    TableName table = table("twice");
    lake.prepare(folder("twice", 1), "a.parquet", "SELECT range AS id, 'a' AS name FROM range(5)");
    lake.prepare(folder("twice", 2), "a.parquet", "SELECT range AS id, 'b' AS name FROM range(9)");
    publications.publish(table, job("twice-1"), folder("twice", 1));
    lake.ask("COMMENT ON TABLE %s IS 'it''s ours?'".formatted(Lake.quoted(table)), row -> null);
    lake.ask("COMMENT ON COLUMN %s.name IS '\\ $1'".formatted(Lake.quoted(table)), row -> null);

    Published published = publications.publish(table, job("twice-2"), folder("twice", 2));

    assertThat(published.warnings()).isEmpty();
    assertThat(rows(table)).isEqualTo(9);
    long id = lake.catalog().tableId(table).orElseThrow();
    assertThat(lake.catalog().tableComment(id)).contains("it's ours?");
    assertThat(lake.catalog().columnComments(id)).containsEntry("name", "\\ $1");
  }

  @Test
  void aStagedPublicationIsFilledByStepsAndSwappedIn() {
    TableName table = table("staged");
    lake.prepare(folder("staged", 1), "a.parquet", "SELECT range AS id FROM range(5)");
    publications.publish(table, job("staged-1"), folder("staged", 1));
    for (int file = 0; file < 5; file++) {
      lake.prepare(
          folder("staged", 2),
          file + ".parquet",
          "SELECT range + %d AS id FROM range(10)".formatted(file * 10));
    }
    publications.staged(2);

    Published published = publications.publish(table, job("staged-2"), folder("staged", 2));

    assertThat(published.warnings()).isEmpty();
    assertThat(rows(table)).isEqualTo(50);
    assertThat(lake.number("SELECT sum(id) FROM " + Lake.quoted(table))).isEqualTo(49 * 25);
  }

  @Test
  void whatCannotBeRegisteredIsRewritten() {
    TableName table = table("rewritten");
    lake.prepare(
        folder("rewritten", 1),
        "p=a%20b/a.parquet",
        "SELECT range AS id, [range, NULL] AS l, 'x' AS v FROM range(20)");
    lake.prepare(
        folder("rewritten", 1), "p=%25/b.parquet", "SELECT range AS id, range AS v FROM range(5)");
    Plan plan =
        lake.plan(
            lake.completion(job("rewritten"), folder("rewritten", 1)),
            Optional.of(table),
            Fill.REWRITE);

    Published published = publications.publish(table, job("rewritten"), plan, 1);

    assertThat(plan.landed()).isEmpty();
    assertThat(published.warnings()).isEmpty();
    assertThat(
            lake.ask(
                "SELECT p || ' ' || count(*) || ' ' || count(l) || ' ' || max(v) FROM %s GROUP BY p ORDER BY 1"
                    .formatted(Lake.quoted(table)),
                row -> row.getString(1)))
        .containsExactly("% 5 0 4", "a b 20 20 x");
  }

  @Test
  void keysThatMeanMoreToDuckDbAreReadExactly() {
    TableName table = table("odd");
    lake.prepare(folder("odd", 1), "a [1]*.parquet", "SELECT range AS id FROM range(3)");
    lake.prepare(folder("odd", 1), "what?x=1.parquet", "SELECT range + 3 AS id FROM range(3)");
    lake.prepare(folder("odd", 1), "it's {2} é.parquet", "SELECT range + 6 AS id FROM range(3)");

    assertThat(publications.publish(table, job("odd"), folder("odd", 1)).warnings()).isEmpty();

    assertThat(lake.number("SELECT sum(id) FROM " + Lake.quoted(table))).isEqualTo(36);
  }

  @Test
  void aFailedVerificationLeavesTheOldTableLiveAndEveryObject() {
    TableName table = table("kept");
    lake.prepare(folder("kept", 1), "a.parquet", "SELECT range AS id FROM range(5)");
    lake.prepare(folder("kept", 2), "a.parquet", "SELECT range AS id FROM range(9)");
    publications.publish(table, job("kept-1"), folder("kept", 1));
    publications.rules(
        rules -> TestRules.levels(TestRules.previousRows(rules, 100), "volume=fail"));

    assertThatThrownBy(() -> publications.publish(table, job("kept-2"), folder("kept", 2)))
        .isInstanceOf(FinalFailure.class)
        .hasMessageContaining("the live table and all objects stay");

    assertThat(rows(table)).isEqualTo(5);
    assertThat(lake.landedObjects().keySet()).anyMatch(key -> key.contains(job("kept-2")));
    assertThat(
            lake.number(
                "SELECT count(*) FROM duckdb_tables() WHERE starts_with(table_name, '%s!_!_')"
                    .formatted(table.table())
                    .replace("!", "")))
        .isZero();
  }

  @Test
  void anotherCommitToTheTableIsAConflictThatMayBeTriedAgain() {
    TableName table = table("contested");
    lake.prepare(folder("contested", 1), "a.parquet", "SELECT range AS id FROM range(5)");
    publications.atCommit(
        () -> lake.ask("CREATE TABLE %s (id BIGINT)".formatted(Lake.quoted(table)), row -> null));

    assertThatThrownBy(() -> publications.publish(table, job("contested"), folder("contested", 1)))
        .satisfies(this::assertConflict);

    assertThat(rows(table)).isZero();
    publications.atCommit(() -> {});
    publications.publish(table, lake.completion(job("contested"), folder("contested", 1)), 2);
    assertThat(rows(table)).isEqualTo(5);
  }

  @Test
  void theOutcomeIsLookedUpByTheCommitMessageAndNothingIsPublishedTwice() {
    TableName table = table("once");
    lake.prepare(folder("once", 1), "a.parquet", "SELECT range AS id FROM range(5)");
    Published first = publications.publish(table, job("once"), folder("once", 1));
    PublicationId id = new PublicationId("run-" + job("once"), 1, job("once"), TestLake.SCHEMA_ID);
    assertThat(lake.catalog().committedWith(List.of(id.commitMessage())))
        .contains(first.snapshot());

    Published again =
        publications.publish(table, lake.completion(job("once"), folder("once", 1)), 2);

    assertThat(again.snapshot()).isEqualTo(first.snapshot());
    assertThat(again.baseSnapshot()).isEmpty();
    assertThat(rows(table)).isEqualTo(5);
  }

  @Test
  void onlyWhatChangedIsPublishedIncrementally() {
    TableName table = table("parts");
    for (int file = 0; file < 4; file++) {
      for (int generation = 1; generation <= 2; generation++) {
        lake.prepare(
            folder("parts", generation),
            "p=%d/a.parquet".formatted(file),
            "SELECT range AS id, 'x' AS name FROM range(%d)"
                .formatted(file == 3 ? 10 * generation : 10));
      }
    }
    publications.publish(table, job("parts-1"), folder("parts", 1));
    publications.incremental();

    Published published = publications.publish(table, job("parts-2"), folder("parts", 2));

    assertThat(published.warnings()).isEmpty();
    assertThat(publications.lastResults()).allMatch(CheckResult::passed);
    assertThat(rows(table)).isEqualTo(50);
    assertThat(lake.number("SELECT count(DISTINCT filename) FROM " + Lake.quoted(table)))
        .isEqualTo(4);
  }

  @Test
  void aStatementIsStoppedFromOutsideAndTheTransactionWithIt() throws Exception {
    TableName table = table("stopped");
    try (LakeSession session = lake.lake().open("stopped");
        LakeTransaction transaction = session.begin()) {
      session.execute("CREATE SCHEMA IF NOT EXISTS %s.%s".formatted(Lake.ALIAS, table.schema()));
      session.execute("CREATE TABLE %s (id INT)".formatted(Lake.quoted(table)));
      AtomicReference<Thread> worker = new AtomicReference<>();
      CompletableFuture<Void> running =
          CompletableFuture.runAsync(
              () -> {
                worker.set(Thread.currentThread());
                session.number(
                    "SELECT count(*) FROM range(1000000) a, range(1000000) b WHERE hash(a.range + b.range) = 1");
              });
      Awaitility.await().until(() -> isInDriver(worker.get()));

      session.stop(new RetryableFailure(RetryableFailure.Cause.TIME_BUDGET, "over", null));

      assertThatThrownBy(() -> running.get(30, TimeUnit.SECONDS)).hasRootCauseMessage("over");
      assertThatThrownBy(transaction::commit).isInstanceOf(IllegalStateException.class);
    }
    assertThat(lake.catalog().tableId(table)).isEmpty();
  }

  private static boolean isInDriver(Thread thread) {
    return thread != null
        && Arrays.stream(thread.getStackTrace())
            .anyMatch(frame -> frame.getClassName().matches("org\\.(duckdb|postgresql)\\..*"));
  }

  @Test
  void whateverAValueHoldsItArrivesAsItIs() {
    List<String> odd =
        List.of(
            "it's", "\"", "\\", "\\'", "?", "$1", "$$", "--", "/*", "é\u00a0ü", "", "{a}", "[]");
    try (LakeSession session = lake.lake().open("values")) {
      for (String value : odd) {
        assertThat(session.first("SELECT ? /* ? */", row -> row.getString(1), value))
            .contains(value);
      }
      List<String> listed = new ArrayList<>();
      session.query("SELECT unnest(?), '?' AS \"?\"", row -> listed.add(row.getString(1)), odd);
      assertThat(listed).isEqualTo(odd);
      assertThat(session.number("SELECT ? + ?", 40L, 2)).isEqualTo(42);
      assertThat(session.number("SELECT count(*) FROM (SELECT unnest(?))", List.of())).isZero();
    }
  }

  @Test
  void noSecretIsToldByTheEngine() {
    String key = lake.lakeSettings().s3().secretKey().orElseThrow().reveal();
    try (LakeSession session = lake.lake().open("secrets")) {
      List<String> told =
          session.query(
              "SELECT CAST(s AS VARCHAR) FROM duckdb_secrets() AS s", row -> row.getString(1));

      assertThat(told).anyMatch(secret -> secret.contains(lake.lakeSettings().dataPath()));
      assertThat(told.toString()).doesNotContain(key);
    }
  }

  @Test
  void timesWithoutAZoneAreReadInUtc() {
    assertThat(
            askEngine(
                "SELECT epoch_ms(CAST('2026-01-01 00:00:00' AS TIMESTAMPTZ))",
                row -> row.getLong(1)))
        .containsExactly(1767225600000L);
  }
}
