package dev.lakeferry.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.generation.Fill;
import dev.lakeferry.generation.Plan;
import dev.lakeferry.generation.RewrittenObject;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.testing.Comparison;
import dev.lakeferry.testing.ForeignDelta;
import dev.lakeferry.testing.TestLake;
import dev.lakeferry.testing.TestPublications;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Prepared files that cannot be registered, where the setting says that such are rewritten. */
class UnregistrableIT {
  private static TestLake lake;
  private static TestPublications publications;

  @BeforeAll
  static void begin() {
    lake = new TestLake();
    publications = new TestPublications(lake);
  }

  @AfterAll
  static void end() {
    lake.close();
  }

  private static Plan published(String name) {
    TableName table = publications.table(name);
    Plan plan =
        lake.plan(
            lake.completion("job-" + name, name + "__query_1"), Optional.of(table), Fill.AUTO);
    publications.publish(table, "job-" + name, plan, 1);
    assertThat(Comparison.differences(lake, table, name + "__query_1")).isEmpty();
    return plan;
  }

  @Test
  void aFileOfAnotherTypeIsRewrittenAndTheRestRegistered() {
    String folder = "types__query_1";
    lake.prepare(folder, "a.parquet", "SELECT range AS id, 'x' || range AS v FROM range(50)");
    lake.prepare(folder, "b.parquet", "SELECT range + 50 AS id, range AS v FROM range(20)");

    Plan plan = published("types");

    assertThat(plan.landed()).hasSize(1);
    assertThat(plan.rewritten())
        .singleElement()
        .satisfies(
            object -> {
              assertThat(object.uri()).endsWith("/b.parquet");
              assertThat(object.reason()).contains("v");
            });
    assertThat(plan.rewriteReasons().orElseThrow()).startsWith("1 file: ");
  }

  @Test
  void partitionedFilesKeepTheirPartitions() {
    String folder = "parts__query_1";
    lake.prepare(
        folder,
        "d=1/p=a%20b/a.parquet",
        "SELECT range AS id, 1.5::DECIMAL(10, 2) AS v FROM range(50)");
    lake.prepare(
        folder,
        "d=2/p=__HIVE_DEFAULT_PARTITION__/b.parquet",
        "SELECT range AS id, 5 AS v FROM range(20)");
    lake.prepare(
        folder,
        "d=__HIVE_DEFAULT_PARTITION__/p=x/c.parquet",
        "SELECT range AS id, 7 AS v FROM range(3)");

    Plan plan = published("parts");

    assertThat(plan.landed()).hasSize(1);
    assertThat(plan.rewritten()).extracting(RewrittenObject::uri).hasSize(2);
    assertThat(
            lake.ask(
                "SELECT concat_ws(' ', coalesce(d::VARCHAR, '-'), coalesce(p, '-'), count(*)) FROM ducklake.insights_data_imports_team_1.parts GROUP BY d, p ORDER BY ALL",
                row -> row.getString(1)))
        .containsExactlyInAnyOrder("1 a b 50", "2 - 20", "- x 3");
  }

  @Test
  void aTableOfWhichNoFileCanBeRegisteredIsRewrittenWhole() {
    lake.prepare(
        "times__query_1",
        "a.parquet",
        "SELECT range AS id, TIMETZ '10:00:00+02' AS t FROM range(10)");

    Plan plan = published("times");

    assertThat(plan.landed()).isEmpty();
  }

  private static void write(String script) {
    ForeignDelta.write(
        lake,
        """
        from repeated import repeated
        def prepared(name):
          return handmade('%s/' + name + '__query_1')
        """
                .formatted(TestLake.folderPath())
            + script);
  }

  private static void assertRefused(String name, String column) {
    assertThatThrownBy(() -> lake.plan(lake.completion("job-" + name, name + "__query_1")))
        .isInstanceOf(FinalFailure.class)
        .hasMessageContaining(name + "__query_1/a.parquet")
        .hasMessageContaining(column)
        .hasMessageContaining("lakeferry.register.unregistrable=rewrite");
  }

  @Test
  void sixteenBitFloatsAreRefusedOrRewritten() {
    write(
        """
        prepared('halves').parquet('a.parquet', pa.table({
          'id': pa.array(range(4)),
          'half': pa.array([1.5, None, -0.25, 0.0], pa.float32()).cast(pa.float16())}))
        """);

    assertRefused("halves", "\"half\"");
    assertThat(published("halves").landed()).isEmpty();
  }

  @Test
  void listsOfTwoLevelsAreRefusedOrRewrittenAndDoNotBreakTheEngine() {
    write(
        """
        for name, annotated in [('two_levels', True), ('bare', False)]:
          prepared(name)._put('a.parquet', repeated([1, 2, 3, 4], [[1, 2], [3], [], [4, 5, 6]], annotated))
        """);

    assertRefused("two_levels", "'l'");
    assertRefused("bare", "\"l\"");
    for (String name : new String[] {"two_levels", "bare"}) {
      assertThat(published(name).landed()).isEmpty();
      assertThat(
              lake.ask(
                  "SELECT CAST(list(l ORDER BY id) AS VARCHAR) FROM ducklake.insights_data_imports_team_1."
                      + name,
                  row -> row.getString(1)))
          .containsExactly("[[1, 2], [3], [], [4, 5, 6]]");
    }
  }
}
