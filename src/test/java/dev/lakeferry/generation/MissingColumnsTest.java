package dev.lakeferry.generation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.generation.Footers.Leaf;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MissingColumnsTest {
  private static final SourceFile FULL = file("full", 900, "full");
  private static final SourceFile SMALL = file("small", 10, "lacking");
  private static final SourceFile LARGE = file("large", 500, "lacking");
  private static final Map<String, List<String>> LEAVES =
      Map.of("full", List.of("id", "K", "s, a"), "lacking", List.of("ID", "s, a"));

  @Test
  void theSmallestFileThatLacksTheColumnIsRewritten() {
    MissingColumns missing = find(Set.of(), leaf("id", 0L), leaf("K", 0L), leaf("s, a", 0L));

    assertThat(missing.rewritten()).containsExactly(Map.entry("k", SMALL));
    assertThat(missing.remarks())
        .singleElement()
        .asString()
        .contains("'k' is missing in 2 file(s)", "'small'");
  }

  @Test
  void nothingIsRewrittenWhereSomeFileCountsNullsOrNoneAreCounted() {
    assertThat(find(Set.of(), leaf("k", 3L)).rewritten()).isEmpty();
    assertThat(find(Set.of(), leaf("k", null)).rewritten()).isEmpty();
  }

  @Test
  void aColumnThatEveryFileHasOrThatThePathGivesIsNotMissing() {
    assertThat(find(Set.of(), leaf("id", 0L)).remarks()).isEmpty();
    assertThat(find(Set.of("k"), leaf("k", 0L)).remarks()).isEmpty();
  }

  @Test
  void oneRewrittenFileServesEveryColumnThatItLacks() {
    Map<String, List<String>> leaves =
        Map.of("full", List.of("id", "k", "l"), "lacking", List.of("id"));

    MissingColumns missing =
        MissingColumns.find(
            List.of(FULL, LARGE, SMALL),
            leaves,
            List.of(leaf("id", 0L), leaf("k", 0L), leaf("l", 0L)),
            Set.of());

    assertThat(missing.rewritten().values()).containsExactly(SMALL);
    assertThat(missing.remarks()).hasSize(2);
  }

  private static MissingColumns find(Set<String> ignored, Leaf... leaves) {
    return MissingColumns.find(List.of(FULL, LARGE, SMALL), LEAVES, List.of(leaves), ignored);
  }

  private static Leaf leaf(String path, Long nulls) {
    return new Leaf(path, nulls == null ? null : 100L, nulls, 0);
  }

  private static SourceFile file(String path, long size, String layout) {
    return SourceFile.whole(
        new PlannedObject("bucket", "warehouse/" + path, path, size, "etag"),
        "s3://bucket/warehouse/" + path,
        1,
        layout,
        HivePath.of(path));
  }
}
