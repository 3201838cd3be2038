package dev.lakeferry.verification;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.generation.ColumnFacts;
import dev.lakeferry.generation.PartitionCount;
import dev.lakeferry.lake.Column;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.lake.LakeTransaction;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.testing.TestLake;
import dev.lakeferry.testing.TestRules;
import dev.lakeferry.verification.CheckResult.Severity;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.sync.RequestBody;

/** Each check passing and failing, on tables of a real lake. */
class ChecksIT {
  private static final Instant NOW = Instant.parse("2026-03-10T00:00:00Z");
  private static TestLake lake;
  private static LakeSession session;

  @BeforeAll
  static void begin() {
    lake = new TestLake();
    session = lake.lake().open("checks");
    session.execute("CREATE SCHEMA ducklake.s");
  }

  @AfterAll
  static void end() {
    session.close();
    lake.close();
  }

  private static TableName table(String name, String query) {
    session.execute("CREATE TABLE ducklake.s.%s AS %s".formatted(name, query));
    return new TableName("s", name);
  }

  private static VerificationRules rules(TableName table) {
    return TestRules.of(table, "run-1", "job-1");
  }

  private static Expected source(
      long rows, List<Column> columns, List<ColumnFacts> facts, List<PartitionCount> partitions) {
    return new Expected(
        Optional.of(rows),
        Optional.empty(),
        Optional.empty(),
        columns,
        partitions.isEmpty() ? List.of() : List.of("p"),
        partitions,
        facts,
        0,
        List.of(),
        Optional.empty(),
        Optional.empty());
  }

  private static Expected rows(long rows) {
    return source(rows, List.of(), List.of(), List.of());
  }

  private static List<CheckResult> run(
      TableName table, Expected expected, Before before, VerificationRules rules) {
    return new Verification(Clock.fixed(NOW, ZoneOffset.UTC))
        .run(new Subject(session, table, rules.table(), expected, before, rules, false));
  }

  private static CheckResult one(List<CheckResult> results, String name) {
    return results.stream().filter(r -> r.name().equals(name)).findFirst().orElseThrow();
  }

  private static DeclaredQuery query(
      String name, String sql, Severity severity, String... parameters) {
    return new DeclaredQuery(
        name,
        null,
        SqlTemplate.parse(sql),
        Arrays.asList(parameters),
        new BigDecimal("10"),
        new BigDecimal("0.5"),
        severity,
        "test.yaml:1");
  }

  private static VerificationRules declaring(TableName table, DeclaredQuery... queries) {
    return TestRules.declared(
        rules(table), new Declared(List.of(queries), List.of(), Optional.empty()));
  }

  @Test
  void rowsAreCountedAgainstTheSource() {
    TableName table = table("counted", "SELECT range AS id FROM range(10)");

    assertThat(one(run(table, rows(10), Before.NOTHING, rules(table)), "row_count").passed())
        .isTrue();
    CheckResult failed = one(run(table, rows(11), Before.NOTHING, rules(table)), "row_count");
    assertThat(failed.forbids()).isTrue();
    assertThat(failed.sentence()).isEqualTo("row_count: observed 10, expected 11");
    assertThat(failed.sql()).startsWith("SELECT count(*)");
  }

  @Test
  void columnsAreComparedWithTheSource() {
    TableName table = table("columns", "SELECT 1 AS id, 'x' AS note");
    List<Column> same = List.of(new Column("ID", "INTEGER"), new Column("note", "VARCHAR"));
    List<Column> other = List.of(new Column("id", "BIGINT"), new Column("more", "DATE"));

    assertThat(
            one(
                    run(table, source(1, same, List.of(), List.of()), Before.NOTHING, rules(table)),
                    "schema")
                .passed())
        .isTrue();
    assertThat(
            one(
                    run(
                        table,
                        source(1, other, List.of(), List.of()),
                        Before.NOTHING,
                        rules(table)),
                    "schema")
                .error())
        .isEqualTo(
            "id is BIGINT in the source and INTEGER in the table; more is missing in the table;"
                + " note is missing in the source");
  }

  @Test
  void columnsOfTheLiveTableMayChangeAsThePolicySays() {
    TableName table = table("policy", "SELECT 1::BIGINT AS id, 2 AS added");
    Before grown = new Before(List.of(new Column("id", "INTEGER")), Optional.empty());
    Before shrunk =
        new Before(
            List.of(new Column("id", "BIGINT"), new Column("lost", "DATE")), Optional.empty());

    CheckResult told = one(run(table, rows(1), grown, rules(table)), "schema");
    assertThat(told.passed()).isTrue();
    assertThat(told.observed())
        .isEqualTo("2 columns; added: added INTEGER; widened: id: INTEGER became BIGINT");
    assertThat(
            one(
                    run(
                        table,
                        rows(1),
                        grown,
                        TestRules.schema(rules(table), SchemaPolicy.STRICT, false)),
                    "schema")
                .passed())
        .isFalse();
    CheckResult refused = one(run(table, rows(1), shrunk, rules(table)), "schema");
    assertThat(refused.error())
        .contains("[lost] is in no file of the new generation")
        .contains("bin/lakeferry retry run-1 --accept-schema");
    assertThat(
            one(
                    run(
                        table,
                        rows(1),
                        shrunk,
                        TestRules.schema(rules(table), SchemaPolicy.EVOLVE, true)),
                    "schema")
                .passed())
        .isTrue();
    assertThat(
            one(
                    run(
                        table,
                        rows(1),
                        shrunk,
                        TestRules.schema(rules(table), SchemaPolicy.REPORT, false)),
                    "schema")
                .observed())
        .contains("gone: lost");
  }

  @Test
  void rowsOfPartitionsAreComparedAndNullIsOne() {
    TableName table =
        table("parts", "SELECT * FROM (VALUES (1, 'a'), (2, 'a'), (3, NULL)) AS t(id, p)");
    List<Column> columns = List.of(new Column("id", "INTEGER"), new Column("p", "VARCHAR"));
    List<PartitionCount> right =
        List.of(
            new PartitionCount(List.of("a"), 2),
            new PartitionCount(Arrays.asList((String) null), 1));
    List<PartitionCount> wrong =
        List.of(new PartitionCount(List.of("a"), 1), new PartitionCount(List.of("b"), 2));

    assertThat(
            one(
                    run(table, source(3, columns, List.of(), right), Before.NOTHING, rules(table)),
                    "partition_counts")
                .passed())
        .isTrue();
    assertThat(
            one(
                    run(table, source(3, columns, List.of(), wrong), Before.NOTHING, rules(table)),
                    "partition_counts")
                .error())
        .contains("[a]: 2 instead of 1", "[b]: null instead of 2", "[null]: 1 instead of none");
  }

  @Test
  void nullsAreCountedColumnByColumn() {
    TableName table =
        table(
            "nulls", "SELECT range AS id, CASE WHEN range < 4 THEN 'x' END AS note FROM range(10)");
    List<ColumnFacts> right = List.of(new ColumnFacts("id", 10), new ColumnFacts("note", 4));
    List<ColumnFacts> wrong = List.of(new ColumnFacts("id", 10), new ColumnFacts("note", 5));

    assertThat(
            one(
                    run(
                        table,
                        source(10, List.of(), right, List.of()),
                        Before.NOTHING,
                        rules(table)),
                    "null_counts")
                .passed())
        .isTrue();
    assertThat(
            one(
                    run(
                        table,
                        source(10, List.of(), wrong, List.of()),
                        Before.NOTHING,
                        rules(table)),
                    "null_counts")
                .error())
        .isEqualTo("note has 4 values instead of 5");
    assertThat(
            one(
                    run(
                        table,
                        source(10, List.of(), wrong, List.of()),
                        Before.NOTHING,
                        TestRules.nullCountsLargest(rules(table), -1)),
                    "null_counts")
                .observed())
        .startsWith("not run: the files are larger than lakeferry.verify.null-counts.largest");
  }

  @Test
  void declaredKeysMustBeThereAndUnique() {
    TableName table =
        table(
            "keyed", "SELECT * FROM (VALUES (1, 'a', 1), (1, 'b', 2), (2, NULL, 3)) AS t(a, b, c)");

    assertThat(
            one(run(table, rows(3), Before.NOTHING, keys(table, "c")), "key_cardinality").passed())
        .isTrue();
    assertThat(
            one(run(table, rows(3), Before.NOTHING, keys(table, "a")), "key_cardinality").error())
        .isEqualTo("the key (a) is missing or not unique in 1 of 3 rows");
    assertThat(
            one(run(table, rows(3), Before.NOTHING, keys(table, "a", "b")), "key_cardinality")
                .error())
        .isEqualTo("the key (a, b) is missing or not unique in 1 of 3 rows");
    assertThat(
            one(run(table, rows(3), Before.NOTHING, keys(table, "a", "c")), "key_cardinality")
                .passed())
        .isTrue();
  }

  private static VerificationRules keys(TableName table, String... keys) {
    return TestRules.declared(
        rules(table), new Declared(List.of(), List.of(keys), Optional.empty()));
  }

  @Test
  void theNewestRowMustBeYoungEnough() {
    TableName table =
        table(
            "fresh",
            "SELECT TIMESTAMP '2026-03-08 12:00' AS plain, TIMESTAMPTZ '2026-03-08 12:00:00+02' AS"
                + " zoned, DATE '2026-03-01' AS day, NULL::TIMESTAMP AS none, 'x' AS word");

    assertThat(fresh(table, "plain", Duration.ofDays(2)).passed()).isTrue();
    assertThat(fresh(table, "zoned", Duration.ofHours(37)).passed()).isFalse();
    assertThat(fresh(table, "zoned", Duration.ofHours(39)).passed()).isTrue();
    assertThat(fresh(table, "day", Duration.ofDays(8)).error())
        .isEqualTo("the newest 'day' is 2026-03-01T00:00:00Z, which is older than 8 d");
    assertThat(fresh(table, "none", Duration.ofDays(8)).error())
        .isEqualTo("no row has a value in 'none'");
    assertThat(fresh(table, "absent", Duration.ofDays(8)).error()).contains("absent");
    assertThat(fresh(table, "word", Duration.ofDays(8)).passed()).isFalse();
  }

  private static CheckResult fresh(TableName table, String column, Duration age) {
    VerificationRules rules =
        TestRules.declared(
            rules(table),
            new Declared(List.of(), List.of(), Optional.of(new FreshnessRule(column, age))));
    return one(run(table, rows(1), Before.NOTHING, rules), "freshness");
  }

  @Test
  void aTableThatShrinksByMoreThanAShareIsTold() {
    TableName table = table("shrunk", "SELECT range AS id FROM range(50)");

    CheckResult half =
        one(run(table, rows(50), new Before(List.of(), Optional.of(100L)), rules(table)), "volume");
    CheckResult less =
        one(run(table, rows(50), new Before(List.of(), Optional.of(101L)), rules(table)), "volume");

    assertThat(half.passed()).isTrue();
    assertThat(half.tolerance()).isEqualTo("-50.0 %");
    assertThat(less.passed()).isFalse();
    assertThat(less.severity()).isEqualTo(Severity.WARN);
    assertThat(less.error()).isEqualTo("50 rows where the generation before had 101");
  }

  @Test
  void aFileThatCountsButCannotBeDecodedIsFound() {
    byte[] bytes =
        TestLake.parquet("SELECT range AS id, md5(CAST(range AS VARCHAR)) AS h FROM range(2000)");
    Arrays.fill(bytes, 4, bytes.length / 2, (byte) 0xff);
    lake.s3()
        .putObject(
            r -> r.bucket(lake.lakeSettings().bucket()).key("broken/a.parquet"),
            RequestBody.fromBytes(bytes));
    session.execute("CREATE TABLE ducklake.s.broken (id BIGINT, h VARCHAR)");
    session.execute(
        "CALL ducklake_add_data_files('ducklake', 'broken', 's3://%s/broken/a.parquet', schema => 's')"
            .formatted(lake.lakeSettings().bucket()));
    TableName table = new TableName("s", "broken");

    List<CheckResult> results =
        run(table, rows(2000), Before.NOTHING, TestRules.levels(rules(table), "null_counts=off"));

    assertThat(one(results, "row_count").passed()).isTrue();
    assertThat(one(results, "decode_probe").forbids()).isTrue();
  }

  @Test
  void aDeclaredQueryPassesWithinItsTolerance() {
    TableName table = table("declared", "SELECT range AS id FROM range(10)");
    List<CheckResult> results =
        run(
            table,
            rows(10),
            Before.NOTHING,
            declaring(
                table,
                query("exact", "SELECT count(*) FROM {ducklake_table}", Severity.FAIL),
                query("near", "SELECT 10.5", Severity.FAIL),
                query("far", "SELECT 10.51", Severity.WARN),
                query("text", "SELECT '10'", Severity.FAIL),
                query("empty", "SELECT 1 WHERE false", Severity.FAIL),
                query("words", "SELECT 'ten'", Severity.FAIL),
                query("null", "SELECT NULL", Severity.FAIL),
                query("bound", "SELECT ? + 9", Severity.FAIL, "team_id"),
                query(
                    "delta",
                    "SELECT count(*) FROM delta_scan(?)",
                    Severity.FAIL,
                    "source_table_uri"),
                query("unbound", "SELECT nope FROM {ducklake_table}", Severity.WARN)));

    assertThat(one(results, "exact").passed()).isTrue();
    assertThat(one(results, "near").passed()).isTrue();
    assertThat(one(results, "far").passed()).isFalse();
    assertThat(one(results, "far").forbids()).isFalse();
    assertThat(one(results, "far").sentence()).isEqualTo("far: observed 10.51, expected 10");
    assertThat(one(results, "far").tolerance()).isEqualTo("0.5");
    assertThat(one(results, "text").passed()).isTrue();
    assertThat(one(results, "empty").error()).isEqualTo("Query returned no rows (test.yaml:1)");
    assertThat(one(results, "words").error())
        .isEqualTo("Query did not return a numeric value (test.yaml:1)");
    assertThat(one(results, "null").passed()).isFalse();
    assertThat(one(results, "bound").passed()).isTrue();
    assertThat(one(results, "delta").passed()).isTrue();
    assertThat(one(results, "delta").observed()).startsWith("not run: it asks source_table_uri");
    assertThat(one(results, "unbound").error()).contains("nope");
    assertThat(one(results, "unbound").severity()).isEqualTo(Severity.WARN);
  }

  @Test
  void aCheckThatIsOffLeavesNoResult() {
    TableName table = table("off", "SELECT 1 AS id");

    assertThat(
            run(
                table,
                rows(7),
                Before.NOTHING,
                TestRules.levels(rules(table), "table:s.off/row_count=off")))
        .extracting(CheckResult::name)
        .doesNotContain("row_count")
        .contains("decode_probe");
    assertThat(
            one(
                    run(
                        table,
                        rows(7),
                        Before.NOTHING,
                        TestRules.levels(rules(table), "row_count=warn")),
                    "row_count")
                .forbids())
        .isFalse();
  }

  /** Law "COMMIT's word is not proof": after a statement that failed there is only ROLLBACK. */
  @Test
  void aCheckThatBreaksTheTransactionForbidsThePublicationWhateverItsLevel() {
    TableName table = table("aborted", "SELECT 'x' AS word");
    VerificationRules rules =
        declaring(
            table,
            query("unbound", "SELECT nope FROM {ducklake_table}", Severity.WARN),
            query("still", "SELECT 10", Severity.FAIL),
            query("breaks", "SELECT CAST(word AS INTEGER) FROM {ducklake_table}", Severity.WARN),
            query("later", "SELECT 10", Severity.WARN));
    try (LakeTransaction transaction = session.begin()) {
      List<CheckResult> results =
          new Verification(Clock.systemUTC())
              .run(
                  new Subject(session, table, rules.table(), rows(1), Before.NOTHING, rules, true));

      assertThat(transaction.baseSnapshot()).isPositive();
      assertThat(one(results, "unbound").forbids()).isTrue();
      assertThat(one(results, "unbound").error()).contains("its level is warn, but");
      assertThat(one(results, "still").passed()).isTrue();
      assertThat(one(results, "breaks").forbids()).isTrue();
      assertThat(one(results, "later").error())
          .isEqualTo("not run: the check breaks broke the transaction");
      assertThat(one(results, "later").forbids()).isTrue();
    }
    session.renew();
  }
}
