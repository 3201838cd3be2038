package dev.lakeferry.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CurveTest {

  private static Curve power(double exponent) {
    return new Curve(
        "curve",
        IntStream.of(10, 100, 1_000)
            .mapToObj(size -> new Curve.Point(size, 0.003 * Math.pow(size, exponent)))
            .toList());
  }

  @Test
  void thePowerByWhichACurveGrowsIsFound() {
    for (double exponent : new double[] {0, 0.5, 1, 2}) {
      assertThat(power(exponent).exponent()).isCloseTo(exponent, within(1e-9));
      assertThat(power(exponent).lastExponent()).isCloseTo(exponent, within(1e-9));
    }
  }

  @Test
  void whatIsConstantCountsLessInTheEnd() {
    Curve curve =
        new Curve(
            "curve",
            IntStream.of(10, 100, 1_000, 10_000)
                .mapToObj(size -> new Curve.Point(size, 1 + size * 0.001))
                .toList());

    assertThat(curve.exponent()).isLessThan(0.6);
    assertThat(curve.lastExponent()).isGreaterThan(0.7);
  }

  @Test
  void everyPointIsDrawn() {
    String svg = new CurvePlot("files", List.of(power(0.5), power(1))).svg();

    assertThat(svg).startsWith("<svg").endsWith("</svg>\n").doesNotContain("NaN");
    assertThat(svg.split("<circle", -1)).hasSize(1 + 6);
    assertThat(svg.split("<polyline", -1)).hasSize(1 + 2);
  }
}
