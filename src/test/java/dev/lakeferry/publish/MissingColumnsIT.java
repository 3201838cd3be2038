package dev.lakeferry.publish;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.naming.TableName;
import dev.lakeferry.testing.Comparison;
import dev.lakeferry.testing.TestLake;
import dev.lakeferry.testing.TestPublications;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Law "verify against the source, and after the COMMIT too": files of which some lack a column
 * answer like their source on a connection that knows nothing but the catalog.
 */
class MissingColumnsIT {
  private static final String FULL = "SELECT range AS id, 'k' || range AS k FROM range(100)";
  private static final String WITHOUT = "SELECT range + 1000 AS id FROM range(%d)";

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

  static Stream<Arguments> sets() {
    return Stream.of(
        set("one of two lacks it", 1, "", FULL, WITHOUT.formatted(7)),
        set("several lack it", 1, "", FULL, WITHOUT.formatted(70), WITHOUT.formatted(7)),
        set(
            "another counts nulls",
            0,
            "",
            FULL,
            WITHOUT.formatted(7),
            "SELECT 5000 AS id, NULL::VARCHAR AS k"),
        set(
            "two columns, each lacking elsewhere",
            2,
            "",
            "SELECT 1 AS id, 'k' AS k",
            "SELECT 2 AS id, 5 AS l"),
        set(
            "two columns lacking in one file",
            1,
            "",
            "SELECT 1 AS id, 'k' AS k, 5 AS l",
            "SELECT 2 AS id"),
        set(
            "three columns in a ring",
            3,
            "",
            "SELECT 1 AS a, 2 AS b",
            "SELECT 3 AS b, 4 AS c",
            "SELECT 5 AS c, 6 AS a"),
        set("nothing in common", 2, "", "SELECT 1 AS a", "SELECT 2 AS b"),
        set("another case", 0, "", "SELECT 1 AS id, 'k' AS K", "SELECT 2 AS ID, 'l' AS k"),
        set(
            "a struct's field",
            1,
            "s.a s.b",
            "SELECT 1 AS id, {'a': 1, 'b': 'x'} AS s",
            "SELECT 2 AS id, {'a': 2} AS s"),
        set(
            "a struct's field, beside a struct that is null",
            0,
            "s.a s.b",
            "SELECT 1 AS id, {'a': 1, 'b': 'x'} AS s",
            "SELECT 2 AS id, {'a': 2} AS s",
            "SELECT 3 AS id, NULL::STRUCT(a INT, b VARCHAR) AS s"),
        set(
            "a whole struct",
            1,
            "s.a s.t.b",
            "SELECT 1 AS id, {'a': 1, 't': {'b': 'x'}} AS s",
            "SELECT 2 AS id"),
        set(
            "a field two deep",
            1,
            "s.t.b s.t.c",
            "SELECT 1 AS id, {'t': {'b': 1, 'c': 2}} AS s",
            "SELECT 2 AS id, {'t': {'b': 1}} AS s"),
        set(
            "a whole struct whose field holds nulls",
            null,
            "s.a s.b",
            "SELECT 1 AS id, {'a': NULL::INT, 'b': 'x'} AS s",
            "SELECT 2 AS id"),
        set("a list", 1, "", "SELECT 1 AS id, [1, 2] AS l", "SELECT 2 AS id"),
        set(
            "a list whose elements hold nulls",
            null,
            "",
            "SELECT 1 AS id, [1, NULL] AS l",
            "SELECT 2 AS id"),
        set("an empty list", null, "", "SELECT 1 AS id, []::INT[] AS l", "SELECT 2 AS id"),
        set("a map", 1, "", "SELECT 1 AS id, MAP {'a': 1} AS m", "SELECT 2 AS id"),
        set(
            "a map whose values hold nulls",
            null,
            "",
            "SELECT 1 AS id, MAP {'a': NULL::INT} AS m",
            "SELECT 2 AS id"),
        set(
            "a list of structs",
            null,
            "",
            "SELECT 1 AS id, [{'a': 1, 'b': 2}] AS l",
            "SELECT 2 AS id, [{'a': 3}] AS l"));
  }

  private static Arguments set(String name, Integer rewritten, String fields, String... queries) {
    return Arguments.of(name, rewritten, fields, List.of(queries));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("sets")
  void flatFilesAnswerLikeTheirSource(
      String name, Integer rewritten, String fields, List<String> queries) {
    publishAndCompare(name, rewritten, fields, queries, "");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("sets")
  void partitionedFilesAnswerLikeTheirSource(
      String name, Integer rewritten, String fields, List<String> queries) {
    publishAndCompare(name, rewritten, fields, queries, "p=%d/");
  }

  private static void publishAndCompare(
      String name, Integer rewritten, String fields, List<String> queries, String directory) {
    String table = "set_" + ++number;
    String folder = table + "__query_1";
    List<String> paths = new ArrayList<>();
    for (int i = 0; i < queries.size(); i++) {
      paths.add(directory.formatted(i) + "f" + i + ".parquet");
      lake.prepare(folder, paths.get(i), queries.get(i));
    }
    TableName live = publications.table(table);

    Published published = publications.publish(live, "job-" + number, folder);

    assertThat(
            Comparison.differences(
                lake, live, folder, fields.isEmpty() ? new String[0] : fields.split(" ")))
        .as(name)
        .isEmpty();
    assertThat(published.warnings()).isEmpty();
    if (rewritten != null) {
      assertThat(registered(live)).as("files registered").isEqualTo(paths.size() - rewritten);
    }
  }

  private static long registered(TableName table) {
    return lake.number(
        "SELECT count(DISTINCT filename) FROM ducklake.%s.%s WHERE filename LIKE '%%/_imports/%%'"
            .formatted(table.schema(), table.table()));
  }
}
