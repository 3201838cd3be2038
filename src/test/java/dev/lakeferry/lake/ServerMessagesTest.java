package dev.lakeferry.lake;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerMessagesTest {

  @ParameterizedTest
  @CsvSource({
    "'', true",
    "C, true",
    "C.UTF-8, true",
    "POSIX, true",
    "en_US.UTF-8, true",
    "en_GB, true",
    "English_United States.1252, true",
    "de_DE.UTF-8, false",
    "cs_CZ.UTF-8, false",
    "fr_FR, false"
  })
  void onlyAnEnglishServersConflictsAreRecognised(String language, boolean english) {
    assertThat(ServerMessages.english(language)).isEqualTo(english);
  }
}
