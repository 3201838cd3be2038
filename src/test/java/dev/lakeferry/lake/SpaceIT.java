package dev.lakeferry.lake;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.settings.EngineSettings;
import dev.lakeferry.testing.TestLake;
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
