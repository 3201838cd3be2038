package dev.lakeferry.naming;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

class SnakeCaseTest {

  private static final Pattern ESCAPE = Pattern.compile("\\\\u([0-9a-f]{4})");

  /** The table's answers come from Python's own strip, regular expressions and SHAKE-128. */
  @ParameterizedTest
  @CsvFileSource(
      resources = "/naming/snake-case.tsv",
      delimiter = '\t',
      numLinesToSkip = 1,
      maxCharsPerColumn = 10_000)
  void agreesWithThePythonThatNamedTheTables(String text, String unbounded, String upTo63) {
    assertThat(SnakeCase.unbounded().normalize(unescaped(text))).isEqualTo(unescaped(unbounded));
    assertThat(SnakeCase.upTo(63).normalize(unescaped(text))).isEqualTo(unescaped(upTo63));
  }

  @Test
  void refusesABlankText() {
    assertThatThrownBy(() -> SnakeCase.unbounded().normalize("\u2007 "))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static String unescaped(String text) {
    return ESCAPE
        .matcher(text)
        .replaceAll(escape -> Character.toString(Integer.parseInt(escape.group(1), 16)));
  }
}
