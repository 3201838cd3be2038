package dev.lakeferry.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.generation.Fill;
import dev.lakeferry.generation.Plan;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.testing.ForeignDelta;
import dev.lakeferry.testing.TestLake;
import dev.lakeferry.testing.TestPublications;
import dev.lakeferry.testing.TestRules;
import dev.lakeferry.verification.CheckResult;
import dev.lakeferry.verification.Declared;
import dev.lakeferry.verification.DeclaredFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What verification lets through and what it stops, in publications on a real lake. */
class VerifiedPublicationIT {
  private static TestLake lake;
  private static TestPublications publications;

  @TempDir Path directory;

  @BeforeAll
  static void begin() {
    lake = new TestLake();
    publications = new TestPublications(lake);
  }

  @AfterEach
  void reset() {
    publications.rules(UnaryOperator.identity());
  }

  @AfterAll
  static void end() {
    lake.close();
  }

  private static long rows(TableName table) {
    return lake.number(
        "SELECT count(*) FROM ducklake.%s.%s".formatted(table.schema(), table.table()));
  }

  private Declared declared(TableName table, String yaml) {
    try {
      Files.writeString(directory.resolve("mine.yaml"), yaml);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    DeclaredFiles files = new DeclaredFiles(directory);
    assertThat(files.problems()).isEmpty();
    return files.of(TestRules.of(table, "run", "job").table());
  }

  private static CheckResult result(String name) {
    return publications.lastResults().stream()
        .filter(check -> check.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aDeclaredCheckThatFailsLeavesTheOldTableLiveAndAllOthersAreStillMade() {
    lake.prepare("sums__query_1", "a.parquet", "SELECT range AS id, 1 AS amount FROM range(5)");
    lake.prepare("sums__query_2", "a.parquet", "SELECT range AS id, -1 AS amount FROM range(9)");
    TableName table = publications.table("sums");
    Declared declared =
        declared(
            table,
            """
            defaults:
              queries:
                - name: no_negative_amounts
                  sql: SELECT count(*) FROM {ducklake_table} WHERE amount < 0
                - name: later
                  sql: SELECT 0
            """);
    publications.rules(rules -> TestRules.declared(rules, declared));
    publications.publish(table, "job-1", "sums__query_1");

    assertThatThrownBy(() -> publications.publish(table, "job-2", "sums__query_2"))
        .isInstanceOf(FinalFailure.class)
        .hasMessageContaining("the live table and all objects stay")
        .hasMessageContaining("no_negative_amounts: observed 9, expected 0");

    assertThat(rows(table)).isEqualTo(5);
    assertThat(result("later").passed()).isTrue();
    assertThat(result("row_count").passed()).isTrue();
    assertThat(result("no_negative_amounts").sql()).contains("sums__lf_");
  }

  @Test
  void aWarningIsToldAndPublished() {
    lake.prepare("warned__query_1", "a.parquet", "SELECT range AS id FROM range(5)");
    TableName table = publications.table("warned");
    Declared declared =
        declared(
            table,
            """
            tables:
              %s:
                queries:
                  - { name: many, sql: 'SELECT count(*) FROM {ducklake_table}', expected: 6, severity: warn }
            """
                .formatted(table));
    publications.rules(rules -> TestRules.previousRows(TestRules.declared(rules, declared), 1_000));

    publications.publish(table, "job-3", "warned__query_1");

    assertThat(rows(table)).isEqualTo(5);
    assertThat(result("many").passed()).isFalse();
    assertThat(result("volume").passed()).isFalse();
  }

  @Test
  void aQueryThatBreaksTheTransactionIsNeverTakenForAPublication() {
    lake.prepare("broke__query_1", "a.parquet", "SELECT 'x' AS word");
    TableName table = publications.table("broke");
    Declared declared =
        declared(
            table,
            """
            defaults:
              queries:
                - name: number
                  sql: SELECT CAST(word AS INTEGER) FROM {ducklake_table}
                  severity: warn
            """);
    publications.rules(rules -> TestRules.declared(rules, declared));

    assertThatThrownBy(() -> publications.publish(table, "job-4", "broke__query_1"))
        .isInstanceOf(FinalFailure.class)
        .hasMessageContaining("number: ")
        .hasMessageContaining("can only be rolled back");

    assertThat(lake.catalog().tableId(table)).isEmpty();
  }

  @Test
  void theShippedCheckAsksTheDeltaTableAtThePlannedVersion() {
    ForeignDelta.write(
        lake,
        """
        write_deltalake(base + 'delta/pinned', pa.table({'id': list(range(10))}), storage_options=so)
        """);
    Plan plan = lake.planDelta("delta/pinned", Fill.AUTO);
    ForeignDelta.write(
        lake,
        """
        write_deltalake(base + 'delta/pinned', pa.table({'id': [1]}), mode='append', storage_options=so)
        """);
    TableName table = publications.table("pinned");
    Declared shipped =
        new DeclaredFiles(
                Path.of(System.getProperty("lakeferry.home", ".")).resolve("verification"))
            .of(TestRules.of(table, "run", "job").table());
    publications.rules(
        rules ->
            TestRules.declared(
                rules,
                new Declared(
                    shipped.queries(), java.util.List.of("id"), java.util.Optional.empty())));

    publications.publish(table, "job-5", plan, 1);

    assertThat(rows(table)).isEqualTo(10);
    CheckResult counted = result("row_count_delta_vs_ducklake");
    assertThat(counted.passed()).isTrue();
    assertThat(counted.observed()).isEqualTo("0");
    assertThat(counted.sql()).contains("version => 0");
    assertThat(result("key_cardinality").passed()).isTrue();
  }

  @Test
  void aRehearsalTellsWhatWouldChangeAndChangesNothing() {
    lake.prepare(
        "rehearsed__query_1", "a.parquet", "SELECT range AS id, 'x' AS gone FROM range(5)");
    lake.prepare("rehearsed__query_2", "a.parquet", "SELECT range AS id, 1 AS more FROM range(9)");
    TableName table = publications.table("rehearsed");
    publications.publish(table, "job-6", "rehearsed__query_1");
    long snapshot = lake.catalog().newestSnapshot();

    Rehearsal rehearsal = publications.rehearse(table, "job-7", "rehearsed__query_2");

    assertThat(rehearsal.liveRows()).contains(5L);
    assertThat(rehearsal.rows()).isEqualTo(9);
    assertThat(rehearsal.registeredFiles()).isEqualTo(1);
    assertThat(rehearsal.columnChanges()).containsExactly("added: more INTEGER", "gone: gone");
    assertThat(rehearsal.wouldPublish()).isFalse();
    assertThat(rows(table)).isEqualTo(5);
    assertThat(lake.catalog().newestSnapshot()).isEqualTo(snapshot);
    assertThat(lake.landedObjects().keySet()).anyMatch(key -> key.contains("/job-7/"));
  }

  @Test
  void aRehearsalOfAFirstGenerationLeavesNoSchemaBehind() {
    lake.prepare("first__query_1", "a.parquet", "SELECT 1 AS id");

    Rehearsal rehearsal =
        publications.rehearse(
            new TableName("insights_data_imports_team_99", "first"), "job-8", "first__query_1");

    assertThat(rehearsal.liveRows()).isEmpty();
    assertThat(rehearsal.wouldPublish()).isTrue();
    assertThat(
            lake.number(
                "SELECT count(*) FROM duckdb_schemas() WHERE schema_name ="
                    + " 'insights_data_imports_team_99'"))
        .isZero();
  }
}
