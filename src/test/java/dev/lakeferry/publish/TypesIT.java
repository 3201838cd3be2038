package dev.lakeferry.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.testing.Comparison;
import dev.lakeferry.testing.TestLake;
import dev.lakeferry.testing.TestPublications;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Which types of files are registered, and which are refused before anything is copied. */
class TypesIT {
  private static TestLake lake;
  private static TestPublications publications;
  private static int number;

  @BeforeAll
  static void begin() {
    lake = new TestLake();
    publications = new TestPublications(lake);
  }

  @AfterAll
  static void end() {
    lake.close();
  }

  static Stream<List<String>> registered() {
    return Stream.of(
        List.of("1::HUGEINT"),
        List.of("uuid()"),
        List.of("TIME '10:00:00.5'"),
        List.of("INTERVAL 1 DAY"),
        List.of("'a'::ENUM('a', 'b')"),
        List.of("'101'::BIT"),
        List.of("'\\xAA'::BLOB"),
        List.of("'{\"a\": 1}'::JSON"),
        List.of("TIMESTAMP_NS '2026-01-01 10:00:00.123456789'"),
        List.of("TIMESTAMPTZ '2026-01-01 10:00:00+02'"),
        List.of("MAP {'a': MAP {'b': [1, NULL]}}"),
        List.of("[{'a': 1, 'b': [{'c': 'x'}]}]"),
        List.of("[1, 2]::INT[2]"),
        List.of("18446744073709551615::UBIGINT"),
        List.of("'nan'::DOUBLE"),
        List.of("1::INT", "9999999999::BIGINT"),
        List.of("1::UINTEGER", "-1::BIGINT"),
        List.of("1.5::FLOAT", "2.5::DOUBLE"),
        List.of("1.25::DECIMAL(10, 2)", "1.2345::DECIMAL(12, 4)"),
        List.of("1::DECIMAL(4, 0)", "1::DECIMAL(38, 0)"),
        List.of("{'a': 1::INT}", "{'a': 9999999999::BIGINT, 'b': 'x'}"),
        List.of("[1::INT]", "[9999999999::BIGINT]"));
  }

  @ParameterizedTest
  @MethodSource("registered")
  void theseAreRegisteredAndReadBackEqual(List<String> values) {
    String folder = prepare(values);
    TableName table = publications.table("type_" + number);

    Published published = publications.publish(table, "job-" + number, folder);

    assertThat(published.warnings()).isEmpty();
    assertThat(Comparison.differences(lake, table, folder)).isEmpty();
  }

  static Stream<Arguments> refused() {
    return Stream.of(
        Arguments.of(List.of("TIMETZ '10:00:00+02'"), "f0.parquet"),
        Arguments.of(List.of("'x'", "5"), "f1.parquet"),
        Arguments.of(List.of("1.5::DECIMAL(10, 2)", "5::INT"), "f1.parquet"),
        Arguments.of(
            List.of("TIMESTAMP '2026-01-01 10:00:00'", "TIMESTAMPTZ '2026-01-01 10:00:00+02'"),
            ".parquet"),
        Arguments.of(List.of("{'a': 1}", "{'a': 'x'}"), "f0.parquet"));
  }

  @ParameterizedTest
  @MethodSource("refused")
  void theseAreNamedBeforeAnythingIsCopied(List<String> values, String file) {
    String folder = prepare(values);
    TableName table = publications.table("type_" + number);

    assertThatThrownBy(() -> publications.publish(table, "job-" + number, folder))
        .isInstanceOf(FinalFailure.class)
        .hasMessageContaining(file)
        .hasMessageContaining("nothing was copied");

    assertThat(lake.landedObjects().keySet()).noneMatch(key -> key.contains(table.table()));
    assertThat(lake.catalog().tableId(table)).isEmpty();
  }

  @Test
  void hivePartitionsOfEveryFormReadBackEqual() {
    String folder = "forms__query_1";
    for (String value :
        List.of("1", "01", "NULL", "null", "%4eull", "", "a b", "__HIVE_DEFAULT_PARTITION__")) {
      lake.prepare(folder, "P=" + value + "/x=1.parquet", "SELECT 1 AS id");
    }
    TableName table = publications.table("forms");

    publications.publish(table, "forms-1", folder);

    assertThat(
            lake.ask(
                "SELECT p FROM ducklake.%s.forms".formatted(table.schema()),
                row -> row.getString(1)))
        .containsExactlyInAnyOrder("1", "01", "NULL", "null", "Null", "", "a b", null);
  }

  @Test
  void aKeyThatTheFilesHoldTooReadsAsThePathSays() {
    String folder = "inside__query_1";
    lake.prepare(folder, "D=1/a.parquet", "SELECT 10 AS id, 1 AS D");
    lake.prepare(folder, "D=2/b.parquet", "SELECT 20 AS id, 7 AS D");
    TableName table = publications.table("inside");

    publications.publish(table, "inside-1", folder);

    assertThat(
            lake.ask(
                "SELECT id, d, typeof(d) FROM ducklake.%s.inside ORDER BY id"
                    .formatted(table.schema()),
                row -> row.getString(1) + " " + row.getString(2) + " " + row.getString(3)))
        .containsExactly("10 1 INTEGER", "20 2 INTEGER");
  }

  @Test
  void aKeyThatPathAndFilesSpellDifferentlyIsRefused() {
    lake.prepare("spelt__query_1", "D=1/a.parquet", "SELECT 10 AS id, 1 AS d");
    lake.prepare("spelt__query_2", "d=1/a.parquet", "SELECT 10 AS id");
    lake.prepare("spelt__query_2", "D=2/b.parquet", "SELECT 20 AS id");
    TableName table = publications.table("spelt");

    assertThatThrownBy(() -> publications.publish(table, "spelt-1", "spelt__query_1"))
        .isInstanceOf(FinalFailure.class)
        .hasMessageContaining("'D'")
        .hasMessageContaining("'d'")
        .hasMessageContaining("nothing was copied");
    assertThatThrownBy(() -> publications.publish(table, "spelt-2", "spelt__query_2"))
        .isInstanceOf(FinalFailure.class)
        .hasMessageContaining("partitioned differently");
  }

  @Test
  void mixedLayoutsOfPartitionsAreRefused() {
    String folder = "mixed__query_1";
    lake.prepare(folder, "d=1/a.parquet", "SELECT 10 AS id");
    lake.prepare(folder, "b.parquet", "SELECT 20 AS id");

    assertThatThrownBy(() -> publications.publish(publications.table("mixed"), "mixed-1", folder))
        .isInstanceOf(FinalFailure.class)
        .hasMessageContaining("partitioned differently")
        .hasMessageContaining("b.parquet");
  }

  @Test
  void aColumnThatOnlyFilesWithoutRowsHaveIsKept() {
    String folder = "hollow__query_1";
    lake.prepare(folder, "a.parquet", "SELECT 1 AS id");
    lake.prepare(folder, "b.parquet", "SELECT 1 AS id, 'x' AS rare LIMIT 0");
    TableName table = publications.table("hollow");

    publications.publish(table, "hollow-1", folder);

    assertThat(Comparison.differences(lake, table, folder, "rare")).isEmpty();
  }

  private static String prepare(List<String> values) {
    String folder = "type_" + ++number + "__query_1";
    for (int i = 0; i < values.size(); i++) {
      lake.prepare(
          folder, "f" + i + ".parquet", "SELECT %d AS id, %s AS x".formatted(i, values.get(i)));
    }
    return folder;
  }
}
