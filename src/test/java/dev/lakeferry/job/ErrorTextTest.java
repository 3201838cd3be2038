package dev.lakeferry.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.settings.Secret;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ErrorTextTest {
  private final ErrorText texts = new ErrorText(List.of(new Secret("hunter2"), new Secret("")));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "login with hunter2 failed|login with *** failed",
        "host=h password=s3cr#t user=u|host=h password=*** user=u",
        "ATTACH 'postgres:host=h password=abc'|ATTACH 'postgres:host=h password=***'",
        "KEY_ID 'k', SECRET 'abc''d', REGION 'r'|KEY_ID 'k', SECRET ***, REGION 'r'",
        "PASSWORD \"a b\" x|PASSWORD *** x",
        "postgresql://u:pw@h/db|postgresql://u:***@h/db",
        "GET /k?X-Amz-Signature=0af&X=1|GET /k?X-Amz-Signature=***&X=1",
        "the secret of this table is safe|the secret of this table is safe",
        "no secrets here|no secrets here"
      })
  void hidesCredentialsAndLeavesTheRest(String message, String shown) {
    assertThat(texts.of(message)).isEqualTo(shown);
  }

  @Test
  void aShortPasswordThatIsPartOfATablesNameDoesNotDefaceIt() {
    ErrorText local = new ErrorText(List.of(new Secret("insights"), new Secret("long-enough-1")));

    assertThat(local.of("insights_data_imports_team_1.t refused 'insights'"))
        .isEqualTo("insights_data_imports_team_1.t refused '***'");
    assertThat(local.of("xlong-enough-1x")).isEqualTo("x***x");
  }

  @Test
  void aRunsFailureIsToldAsWrittenAnyOtherWithItsClass() {
    assertThat(texts.of(new FinalFailure("Folder x is empty."))).isEqualTo("Folder x is empty.");
    assertThat(texts.of(new IllegalArgumentException("x")))
        .isEqualTo("IllegalArgumentException: x");
    assertThat(texts.of(new NullPointerException())).isEqualTo("NullPointerException");
  }

  @Property
  void isNeverLongerThanTheColumnAndAlwaysStorable(@ForAll String message) {
    for (String text : List.of(message, message.repeat(50), "😀".repeat(3_000))) {
      String shown = texts.of(text);
      assertThat(shown.codePointCount(0, shown.length())).isLessThanOrEqualTo(2_000);
      assertThat(shown).doesNotContain("\u0000");
    }
  }
}
