package dev.lakeferry.ops;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RoutesValidateCommandTest {
  @TempDir private Path directory;

  private final StringWriter out = new StringWriter();

  private int run(List<RouteProblem> problems, String... more) {
    List<String> arguments = new java.util.ArrayList<>(List.of("routes", "validate"));
    arguments.addAll(List.of(more));
    Workplace none =
        new Workplace(
            () -> {
              throw new IllegalStateException("No settings are needed.");
            });
    return new Commands(OperatorCommands.of(none, settings -> null, place -> problems))
        .writingTo(new PrintWriter(out), new PrintWriter(out))
        .execute(arguments.toArray(String[]::new));
  }

  @Test
  void aProblemIsToldWithItsPlaceAndEndsWithOne() {
    assertThat(run(List.of(new RouteProblem("a.camel.yaml", 3, 7, "odd")), directory.toString()))
        .isEqualTo(1);
    assertThat(out).hasToString(directory.resolve("a.camel.yaml") + ":3:7: odd\n");
  }

  @Test
  void nothingWrongEndsWithZero() {
    assertThat(run(List.of(), directory.toString())).isZero();
    assertThat(out.toString()).contains("are in order");
  }

  @Test
  void scriptsAreAnsweredInJson() {
    assertThat(
            run(
                List.of(new RouteProblem("a.camel.yaml", 3, 7, "odd")),
                directory.toString(),
                "--json"))
        .isEqualTo(1);
    assertThat(out.toString()).contains("\"line\" : 3", "\"text\" : \"odd\"");
  }

  @Test
  void aDirectoryThatIsNotThereIsNamed() {
    assertThat(run(List.of(), directory.resolve("none").toString())).isEqualTo(1);
    assertThat(out.toString()).contains("There is no directory");
  }
}
