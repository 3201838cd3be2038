package dev.lakeferry.page;

import dev.lakeferry.lake.CatalogContents.SizePoint;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How something grew, drawn as steps: between two snapshots nothing changes.
 *
 * @param line the path of the steps, in SVG's words, on {@link #WIDTH} by {@link #HEIGHT}
 * @param area the same down to the ground
 * @param top what the upper edge stands for, in bytes
 * @param points how many snapshots it shows
 */
public record Plot(
    String line, String area, long top, Instant from, Instant to, long last, int points) {
  /** Of the drawing, in its own units. */
  public static final int WIDTH = 600;

  /** Of the drawing, in its own units. */
  public static final int HEIGHT = 120;

  /** Whether there is enough to draw. */
  public boolean drawn() {
    return points > 1;
  }

  /** Lays out points that come in time order; one without a time is passed over. */
  static Plot of(List<SizePoint> given) {
    List<SizePoint> points = given.stream().filter(point -> point.time() != null).toList();
    if (points.isEmpty()) {
      return new Plot("", "", 0, null, null, 0, 0);
    }
    Instant from = points.get(0).time();
    SizePoint last = points.get(points.size() - 1);
    double span = Math.max(1, last.time().toEpochMilli() - from.toEpochMilli());
    long top = Math.max(1, points.stream().mapToLong(SizePoint::bytes).max().orElse(1));
    List<String> steps = new ArrayList<>();
    double y = HEIGHT;
    for (SizePoint point : points) {
      double x = WIDTH * (point.time().toEpochMilli() - from.toEpochMilli()) / span;
      steps.add(at(x, y));
      y = HEIGHT - (HEIGHT - 4.0) * Math.max(0, point.bytes()) / top;
      steps.add(at(x, y));
    }
    String line = "M" + String.join(" L", steps);
    String area = line + " L" + at(WIDTH, HEIGHT) + " L" + at(0, HEIGHT) + " Z";
    return new Plot(line, area, top, from, last.time(), last.bytes(), points.size());
  }

  private static String at(double x, double y) {
    return String.format(Locale.ROOT, "%.1f,%.1f", x, y);
  }
}
