package dev.lakeferry.generation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.testing.TestPlans;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ChunksTest {

  private static Plan plan(List<String> keys, String... paths) {
    return plan(keys, Set.of(), paths);
  }

  private static Plan plan(List<String> keys, Set<String> sparse, String... paths) {
    List<PlannedObject> objects = new ArrayList<>();
    for (String path : paths) {
      objects.add(new PlannedObject("bucket", "source/" + path, path, 1, "e"));
    }
    return TestPlans.of(List.of(), keys, objects, 0, sparse, "digest");
  }

  private static List<String> paths(Plan plan) {
    return plan.landed().stream().map(PlannedObject::landedPath).toList();
  }

  @Test
  void flatFilesAreDividedByTheirNumber() {
    Plan divided = Chunks.divide(plan(List.of(), "a", "b/c", "d"), 2);

    assertThat(paths(divided)).containsExactly("p0000/a", "p0000/b/c", "p0001/d");
    assertThat(Chunks.of(divided)).containsOnlyKeys("p0000/", "p0001/");
  }

  @Test
  void aPartitionIsNeverDivided() {
    Plan divided =
        Chunks.divide(
            plan(List.of("d"), "d=1/a", "d=2/a", "d=2/b", "d=2/c", "d=3/a", "x/d=1/b", "d=4/a"), 2);

    assertThat(paths(divided))
        .containsExactly(
            "p0000/d=1/a",
            "p0001/d=2/a",
            "p0001/d=2/b",
            "p0001/d=2/c",
            "p0002/d=3/a",
            "p0000/x/d=1/b",
            "p0002/d=4/a");
  }

  @Test
  void sparseFilesComeLast() {
    assertThat(
            paths(
                Chunks.divide(plan(List.of(), Set.of("a", "c", "e"), "a", "b", "c", "d", "e"), 2)))
        .containsExactly("p0001/a", "p0000/b", "p0001/c", "p0000/d", "p0001/e");
    assertThat(
            paths(
                Chunks.divide(
                    plan(List.of("d"), Set.of("d=1/b"), "d=1/a", "d=1/b", "d=2/a", "d=3/a"), 1)))
        .containsExactly("p0002/d=1/a", "p0002/d=1/b", "p0000/d=2/a", "p0001/d=3/a");
    assertThat(
            paths(
                Chunks.divide(
                    plan(List.of("d"), "d=__HIVE_DEFAULT_PARTITION__/a", "d=1/a", "d=2/a"), 1)))
        .containsExactly("p0002/d=__HIVE_DEFAULT_PARTITION__/a", "p0000/d=1/a", "p0001/d=2/a");
    assertThat(paths(Chunks.divide(plan(List.of(), Set.of("a"), "a"), 1)))
        .containsExactly("p0000/a");
  }

  @Test
  void dividingOtherwiseIsAnotherPlan() {
    Plan plan = plan(List.of(), "a", "b");

    assertThat(
            List.of(
                plan.digest(), Chunks.divide(plan, 1).digest(), Chunks.divide(plan, 2).digest()))
        .doesNotHaveDuplicates();
    assertThat(Chunks.divide(plan, 2).digest()).isEqualTo(Chunks.divide(plan, 2).digest());
  }

  @Test
  void aPlanWithoutFilesHasNoChunks() {
    assertThat(Chunks.of(Chunks.divide(plan(List.of()), 500))).isEmpty();
  }
}
