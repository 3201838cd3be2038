package dev.lakeferry.ops;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RouteProblemTest {
  @Test
  void aPlaceIsToldAsCompilersTellIt() {
    assertThat(new RouteProblem("a.camel.yaml", 3, 7, "odd"))
        .hasToString("a.camel.yaml:3:7: odd")
        .extracting(RouteProblem::place)
        .isEqualTo("a.camel.yaml:3:7");
  }

  @Test
  void whatHasNoPlaceInTheFileNamesTheFileAlone() {
    assertThat(new RouteProblem("/etc/routes", 0, 0, "It cannot be read."))
        .hasToString("/etc/routes: It cannot be read.");
  }
}
