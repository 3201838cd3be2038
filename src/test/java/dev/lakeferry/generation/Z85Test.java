package dev.lakeferry.generation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Z85Test {

  /** The example of the encoding's specification. */
  @Test
  void theSpecificationsExampleIsRead() {
    assertThat(HexFormat.of().formatHex(Z85.decode("HelloWorld"))).isEqualTo("864fd26fb559f75b");
  }

  /** The UUID of the Delta protocol's example of a relative path. */
  @Test
  void theProtocolsExampleIsRead() {
    assertThat(HexFormat.of().formatHex(Z85.decode("^-aqEH.-t@S}K{vb[*k^")))
        .isEqualTo("d2c639aa8816431aaaf6d3fe2512ff61");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1234", "12 45", "#####"})
  void anythingElseIsRefused(String text) {
    assertThatThrownBy(() -> Z85.decode(text)).isInstanceOf(IllegalArgumentException.class);
  }
}
