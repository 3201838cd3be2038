package dev.lakeferry.bench;

import java.util.List;

/**
 * How the cost of something grows.
 *
 * @param name as the plot calls it
 * @param points by size
 */
record Curve(String name, List<Point> points) {

  /**
   * A measurement.
   *
   * @param seconds the median of its turns
   */
  record Point(int size, double seconds) {}

  /**
   * The exponent of the power of the size by which the seconds grow: least squares of logarithms.
   */
  double exponent() {
    double n = points.size();
    double x = 0;
    double y = 0;
    double xx = 0;
    double xy = 0;
    for (Point point : points) {
      double size = Math.log(point.size());
      double seconds = Math.log(point.seconds());
      x += size;
      y += seconds;
      xx += size * size;
      xy += size * seconds;
    }
    return (n * xy - x * y) / (n * xx - x * x);
  }

  /** The same between the two largest sizes alone, where what is constant counts least. */
  double lastExponent() {
    Point before = points.get(points.size() - 2);
    Point last = points.get(points.size() - 1);
    return Math.log(last.seconds() / before.seconds())
        / Math.log((double) last.size() / before.size());
  }
}
