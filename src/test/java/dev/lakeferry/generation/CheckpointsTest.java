package dev.lakeferry.generation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CheckpointsTest {
  private final Checkpoints checkpoints = new Checkpoints();

  private void add(long version, String rest) {
    checkpoints.add("%020d.checkpoint.%s".formatted(version, rest));
  }

  @Test
  void theNewestUpToAVersionIsTaken() {
    add(10, "parquet");
    add(20, "parquet");
    add(30, "parquet");

    assertThat(checkpoints.classic(29).orElseThrow().version()).isEqualTo(20);
    assertThat(checkpoints.classic(30).orElseThrow().version()).isEqualTo(30);
    assertThat(checkpoints.classic(9)).isEmpty();
    assertThat(checkpoints.newestVersion()).contains(30L);
  }

  @Test
  void partsCountOnlyWhereAllAreThere() {
    add(10, "parquet");
    add(20, "0000000001.0000000003.parquet");
    add(20, "0000000003.0000000003.parquet");
    assertThat(checkpoints.classic(20).orElseThrow().version()).isEqualTo(10);

    add(20, "0000000002.0000000003.parquet");
    assertThat(checkpoints.classic(20).orElseThrow().files()).hasSize(3);
  }

  @Test
  void oneThatIsNamedByAnIdMayHaveSidecars() {
    add(10, "80a083e8-7026-4e79-81be-64bd76c43a11.json");

    assertThat(checkpoints.classic(10)).isEmpty();
    assertThat(checkpoints.named(11).orElseThrow().version()).isEqualTo(10);
  }

  @Test
  void otherFilesOfTheLogAreNone() {
    checkpoints.add("_last_checkpoint");
    checkpoints.add("00000000000000000004.00000000000000000006.compacted.json");

    assertThat(checkpoints.newestVersion()).isEmpty();
  }
}
