package dev.lakeferry.lake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lakeferry.demo.EmbeddedStack;
import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.generation.Fill;
import dev.lakeferry.settings.EngineSettings;
import dev.lakeferry.testing.ForeignDelta;
import dev.lakeferry.testing.SharedStack;
import dev.lakeferry.testing.TestLake;
import dev.lakeferry.testing.TestPublications;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An engine with little memory. */
class SpaceIT {
  private static TestLake lake;

  @TempDir private Path spill;

  @BeforeAll
  static void begin() {
    lake = new TestLake();
  }

  @AfterAll
  static void end() {
    lake.close();
  }

  private EmbeddedLake little(Optional<Long> mostSpilled) {
    return new EmbeddedLake(
        new EngineSettings(
            64L << 20, 2, 1, spill.resolve("new"), mostSpilled, TestLake.extensionDirectory()),
        lake.catalogSettings(),
        lake.lakeSettings(),
        lake.sourceSettings());
  }

  private static final String SORTED =
      "CREATE TEMP TABLE sorted AS SELECT md5(CAST(range AS VARCHAR)) || md5(CAST(-range AS VARCHAR)) AS h FROM range(3000000) ORDER BY h";

  @Test
  void aTableSeveralTimesLargerThanTheMemoryIsRewritten() {
    EmbeddedStack stack = SharedStack.get();
    try (TestLake narrow = new TestLake(stack, stack.s3().settings(), 192L << 20, 2)) {
      ForeignDelta.write(
          narrow,
          """
          import os
          t = handmade('large')
          n = 200000
          for i in range(30):
            t.parquet('p=%d/f%d.parquet' % (i % 4, i), pa.table({
              'id': pa.array(range(i * n, i * n + n)),
              's': pa.array([os.urandom(48).hex() for _ in range(n)])}))
          t.create(PLAIN, [field('id', 'long'), field('s', 'string'), field('p', 'integer')],
            [t.add('p=%d/f%d.parquet' % (i % 4, i), n, values={'p': str(i % 4)}) for i in range(30)], ['p'])
          """);
      TestPublications publications = new TestPublications(narrow);

      publications.publish(
          publications.table("large"), "job-large", narrow.planDelta("large", Fill.REWRITE), 1);

      String sums = "SELECT concat_ws(' ', count(*), sum(id), bit_xor(hash(id, s, p))) FROM ";
      assertThat(one(narrow, sums + "lake.insights_data_imports_team_1.large"))
          .startsWith("6000000 ")
          .isEqualTo(
              one(
                  narrow,
                  sums + "delta_scan('%s')".formatted(narrow.sourceSettings().url() + "large")));
    }
  }

  private static String one(TestLake lake, String sql) {
    return lake.ask(sql, row -> row.getString(1)).get(0);
  }

  @Test
  void whereThereIsNoRoomToSpillTheSettingsAreNamed() {
    try (EmbeddedLake little = little(Optional.of(8L << 20));
        LakeSession session = little.open("test")) {
      assertThatThrownBy(() -> session.execute(SORTED))
          .isInstanceOf(FinalFailure.class)
          .hasMessageContaining("lakeferry.engine.memory-limit")
          .hasMessageContaining("lakeferry.engine.temp-directory")
          .hasMessageContaining("lakeferry.engine.max-temp-directory-size")
          .hasMessageContaining("the live table stays");
    }
  }
}
