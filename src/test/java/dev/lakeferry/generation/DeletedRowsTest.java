package dev.lakeferry.generation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class DeletedRowsTest {
  /** The inline vector that the Delta protocol gives as an example. */
  private static final byte[] EXAMPLE =
      Z85.decode("wi5b=000010000siXQKl0rr91000f55c8Xg0@@D72lkbi5=-{L");

  @Test
  void theProtocolsExampleIsRead() throws IOException {
    assertThat(DeletedRows.numbers(EXAMPLE, 6)).isEqualTo("3,4,7,11,18,29");
  }

  @Test
  void anotherNumberOfRowsThanTheLogSaysIsRefused() {
    assertThatThrownBy(() -> DeletedRows.numbers(EXAMPLE, 5))
        .isInstanceOf(IOException.class)
        .hasMessage("it holds 6 rows, the log says 5");
  }

  @Test
  void anUnknownFormatAndACutVectorAreRefused() {
    byte[] unknown = EXAMPLE.clone();
    unknown[0]++;
    assertThatThrownBy(() -> DeletedRows.numbers(unknown, 6))
        .isInstanceOf(IOException.class)
        .hasMessage("its format is unknown");
    assertThatThrownBy(() -> DeletedRows.numbers(Arrays.copyOf(EXAMPLE, 30), 6))
        .isInstanceOf(IOException.class);
  }
}
