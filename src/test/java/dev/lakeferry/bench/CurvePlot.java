package dev.lakeferry.bench;

import java.util.List;
import java.util.Locale;

/** Draws curves with both axes in logarithms, as SVG that reads on light and dark ground. */
final class CurvePlot {
  private static final int WIDTH = 640;
  private static final int HEIGHT = 360;
  private static final int LEFT = 60;
  private static final int RIGHT = 20;
  private static final int TOP = 30;
  private static final int BOTTOM = 50;
  private static final String[] COLORS = {"#7a7a7a", "#1f77b4"};

  private final String axis;
  private final List<Curve> curves;
  private final int fromDecade;
  private final int toDecade;
  private final int fromTime;
  private final int toTime;

  /**
   * Takes what is drawn.
   *
   * @param axis what the sizes are
   */
  CurvePlot(String axis, List<Curve> curves) {
    this.axis = axis;
    this.curves = curves;
    fromDecade = (int) Math.floor(log(curves, true, false));
    toDecade = (int) Math.ceil(log(curves, true, true));
    fromTime = (int) Math.floor(log(curves, false, false));
    toTime = (int) Math.ceil(log(curves, false, true));
  }

  private static double log(List<Curve> curves, boolean size, boolean most) {
    var logs =
        curves.stream()
            .flatMap(curve -> curve.points().stream())
            .mapToDouble(point -> Math.log10(size ? point.size() : point.seconds()));
    return most ? logs.max().orElseThrow() : logs.min().orElseThrow();
  }

  private double x(double size) {
    return LEFT
        + (WIDTH - LEFT - RIGHT) * (Math.log10(size) - fromDecade) / (toDecade - fromDecade);
  }

  private double y(double seconds) {
    return HEIGHT
        - BOTTOM
        - (HEIGHT - TOP - BOTTOM) * (Math.log10(seconds) - fromTime) / (toTime - fromTime);
  }

  String svg() {
    StringBuilder svg = new StringBuilder();
    add(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"12\">",
        WIDTH,
        HEIGHT);
    add(svg, "<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>", WIDTH, HEIGHT);
    for (int decade = fromDecade; decade <= toDecade; decade++) {
      double at = x(Math.pow(10, decade));
      line(svg, at, TOP, at, HEIGHT - BOTTOM);
      add(
          svg,
          "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%,.0f</text>",
          at,
          HEIGHT - BOTTOM + 18,
          Math.pow(10, decade));
    }
    for (int decade = fromTime; decade <= toTime; decade++) {
      double at = y(Math.pow(10, decade));
      line(svg, LEFT, at, WIDTH - RIGHT, at);
      add(
          svg,
          "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s s</text>",
          LEFT - 6,
          at + 4,
          decade < 0
              ? "%.2g".formatted(Math.pow(10, decade))
              : "%.0f".formatted(Math.pow(10, decade)));
    }
    add(
        svg,
        "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>",
        (WIDTH + LEFT) / 2,
        HEIGHT - 10,
        axis);
    for (int i = 0; i < curves.size(); i++) {
      draw(svg, curves.get(i), COLORS[i % COLORS.length], i);
    }
    return svg.append("</svg>\n").toString();
  }

  private void draw(StringBuilder svg, Curve curve, String color, int number) {
    StringBuilder points = new StringBuilder();
    for (Curve.Point point : curve.points()) {
      points.append(String.format(Locale.ROOT, "%.1f,%.1f ", x(point.size()), y(point.seconds())));
      add(
          svg,
          "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"><title>%,d: %.3f s</title></circle>",
          x(point.size()),
          y(point.seconds()),
          color,
          point.size(),
          point.seconds());
    }
    add(
        svg,
        "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>",
        points.toString().strip(),
        color);
    add(
        svg,
        "<text x=\"%d\" y=\"%d\" fill=\"%s\">%s: grows by the power %.2f, %.2f in the end</text>",
        LEFT + 10,
        TOP + 14 + 16 * number,
        color,
        curve.name(),
        curve.exponent(),
        curve.lastExponent());
  }

  private static void line(StringBuilder svg, double x1, double y1, double x2, double y2) {
    add(
        svg,
        "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#dddddd\"/>",
        x1,
        y1,
        x2,
        y2);
  }

  private static void add(StringBuilder svg, String format, Object... values) {
    svg.append(String.format(Locale.ROOT, format, values)).append('\n');
  }
}
