package dev.lakeferry.naming;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GenerationTokenTest {

  @ParameterizedTest
  @CsvSource({
    "customers__query_1722333444,          1722333444",
    "customers__query_1722333444_0a1b2c3d, 1722333444_0a1b2c3d",
    "a__query_1__query_2,                  2"
  })
  void isTheEndOfThePreparedFoldersName(String folder, String token) {
    assertThat(GenerationToken.of(folder)).isEqualTo(token);
  }

  @ParameterizedTest
  @CsvSource({"customers__query, ecd7521e431d"})
  void isAHashWhereTheNameHasNoSuchEnd(String folder, String token) {
    assertThat(GenerationToken.of(folder)).isEqualTo(token);
  }

  @ParameterizedTest
  @CsvSource({
    "customers__query_12_0A1B2C3D",
    "customers__query_12_0a1b2c3",
    "customers__query_12/..",
    "customers__query_123456789012345678901",
    "customers__query_\u0661"
  })
  void anEndThatIsNotQuiteOneIsHashed(String folder) {
    assertThat(GenerationToken.of(folder)).matches("[0-9a-f]{12}");
  }

  @Test
  void ofNoFolderIsNone() {
    assertThat(GenerationToken.of(null)).isEqualTo("none");
  }
}
