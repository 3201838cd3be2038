package dev.lakeferry.ops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.job.NotThere;
import dev.lakeferry.job.Refused;
import dev.lakeferry.web.Problem;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WebProblemsTest {
  private static RuntimeException failed(String state) {
    return new IllegalStateException("wrapped", new SQLException("told by the test", state));
  }

  @ParameterizedTest
  @ValueSource(strings = {"42P01", "3D000", "3F000"})
  void whatWasNeverMadeTellsHowToMakeIt(String state) {
    Problem problem = WebProblems.of(failed(state)).orElseThrow();

    assertThat(problem.status()).isEqualTo(503);
    assertThat(problem.detail())
        .contains("bin/lakeferry lake init")
        .contains("Nothing was changed");
  }

  @ParameterizedTest
  @ValueSource(strings = {"08006", "53300", "57P01", "28P01"})
  void aDatabaseThatIsAwayTellsWhenToComeAgain(String state) {
    Problem problem = WebProblems.of(failed(state)).orElseThrow();

    assertThat(problem.detail()).contains("does not answer");
    assertThat(problem.response().headers()).containsEntry("Retry-After", "5");
  }

  @ParameterizedTest
  @ValueSource(strings = {"42703", "22P02", "XX000"})
  void aFaultOfOursIsNotForeseen(String state) {
    assertThat(WebProblems.of(failed(state))).isEmpty();
  }

  @Test
  void whatAnOperatorAskedForInVainHasItsStatus() {
    assertThat(WebProblems.of(new NotThere("no run x")).orElseThrow().status()).isEqualTo(404);
    assertThat(WebProblems.of(new Refused("it is due")).orElseThrow().status()).isEqualTo(409);
  }
}
