package dev.lakeferry.landing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.generation.PlannedObject;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlannedObjectsTest {

  @ParameterizedTest
  @ValueSource(strings = {"", "/a", "a/", "a//b", "../a", "a/../b", "a/..", ".", "./a"})
  void aPathThatLeavesThePrefixIsRefused(String path) {
    assertThatThrownBy(() -> new PlannedObjects(List.of(landingAt(path))))
        .isInstanceOf(FinalFailure.class)
        .hasMessageContaining("source/key")
        .hasMessageContaining("Nothing was written");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "a/b=1/c", "..a", "a..", "...", ".hidden/x", "a.b/.c"})
  void anyOtherPathIsFound(String path) {
    assertThat(new PlannedObjects(List.of(landingAt(path))).indexOf(path)).isZero();
  }

  @Test
  void twoObjectsAtOnePathAreRefused() {
    assertThatThrownBy(() -> new PlannedObjects(List.of(landingAt("a"), landingAt("a"))))
        .isInstanceOf(FinalFailure.class)
        .hasMessageContaining("same path a");
  }

  private static PlannedObject landingAt(String path) {
    return new PlannedObject("source", "source/key", path, 1, "etag");
  }
}
