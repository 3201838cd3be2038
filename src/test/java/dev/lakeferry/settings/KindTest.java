package dev.lakeferry.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KindTest {

  @Test
  void lengthsOfTime() {
    assertThat(Durations.parse("250ms")).isEqualTo(Duration.ofMillis(250));
    assertThat(Durations.parse("1h30m")).isEqualTo(Duration.ofMinutes(90));
    assertThat(Durations.parse("30d")).isEqualTo(Duration.ofDays(30));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "2", "-2s", "0s", "2 s", "PT2S", "2weeks"})
  void lengthsOfTimeWithoutAPlainMeaning(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> Durations.parse(text));
  }

  @Test
  void sizesCountAsDuckDbDoes() {
    assertThat(Sizes.parse("2GB")).isEqualTo(2_000_000_000L);
    assertThat(Sizes.parse("2 GiB")).isEqualTo(2_147_483_648L);
    assertThat(Sizes.parse("1.5kb")).isEqualTo(1_500L);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "2", "2G", "0MB", "-1MB", "80%"})
  void sizesWithoutAPlainMeaning(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> Sizes.parse(text));
  }

  @Test
  void endpoints() {
    assertThat(new Kind.Endpoint().parse("http://localhost:19000/"))
        .isEqualTo(URI.create("http://localhost:19000"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"localhost:19000", "s3://x", "http://h/path", "http://u:p@h", "http://h?x", "://"})
  void whatIsNoEndpoint(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> new Kind.Endpoint().parse(text));
  }

  @Test
  void choicesIgnoreCase() {
    assertThat(new Kind.Choice(List.of("INFO", "WARN")).parse("info")).isEqualTo("INFO");
  }
}
