package dev.lakeferry.naming;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

class Shake128Test {

  /**
   * Messages of so many bytes 0xA3, as in NIST's example values for FIPS 202 (0 and 200 bytes are
   * NIST's own), with lengths around the rate of 168 bytes.
   */
  @ParameterizedTest
  @CsvFileSource(
      resources = "/naming/shake128.tsv",
      delimiter = '\t',
      numLinesToSkip = 1,
      maxCharsPerColumn = 10_000)
  void givesTheExampleValues(int length, String output) {
    byte[] message = new byte[length];
    Arrays.fill(message, (byte) 0xa3);
    assertThat(HexFormat.of().formatHex(Shake128.digest(message, output.length() / 2)))
        .isEqualTo(output);
  }

  @Test
  void aShorterOutputIsTheBeginningOfALongerOne() {
    byte[] longer = Shake128.digest("lakeferry".getBytes(UTF_8), 336);
    assertThat(Shake128.digest("lakeferry".getBytes(UTF_8), 168))
        .isEqualTo(Arrays.copyOf(longer, 168));
    assertThat(Shake128.digest("lakeferry".getBytes(UTF_8), 0)).isEmpty();
  }
}
