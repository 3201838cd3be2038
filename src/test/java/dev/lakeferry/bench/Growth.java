package dev.lakeferry.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Measures how a publication's cost grows with something, beside the bare program's. Met if the
 * service's grows by no higher power than the bare program's, give or take a tenth.
 */
final class Growth implements Task {
  private static final double SLACK = 0.1;

  /** Above it one turn is enough. */
  private static final int LARGE = 2_000;

  private final String name;
  private final String axis;
  private final List<Integer> sizes;
  private final Opening opening;

  /** Opens what grows. */
  @FunctionalInterface
  interface Opening {
    Growing open(BenchOptions options) throws Exception;
  }

  /** Something that grows, and two ways to publish where it has a certain size. */
  interface Growing extends AutoCloseable {
    /** Lets it grow to a size; only ever to a larger one. */
    void growTo(int size) throws Exception;

    /** What publishes the first way. */
    default String bareName() {
      return "bare program";
    }

    /** What publishes the second way, whose cost is to grow by no higher power. */
    default String servedName() {
      return "lakeferry";
    }

    /** Publishes by the bare program. */
    Took bare(int turn) throws Exception;

    /** Publishes by the service. */
    Took served(int turn) throws Exception;

    @Override
    void close();
  }

  Growth(String name, String axis, List<Integer> sizes, Opening opening) {
    this.name = name;
    this.axis = axis;
    this.sizes = sizes;
    this.opening = opening;
  }

  @Override
  public boolean run(BenchOptions options, int rounds) throws Exception {
    List<Curve.Point> bare = new ArrayList<>();
    List<Curve.Point> served = new ArrayList<>();
    String bareName;
    String servedName;
    try (Growing growing = opening.open(options)) {
      bareName = growing.bareName();
      servedName = growing.servedName();
      int turn = 0;
      for (int size : sizes) {
        growing.growTo(size);
        int turns = size > LARGE && name.endsWith("files") ? 1 : Math.min(rounds, 3);
        double[] barely = new double[turns];
        double[] wholly = new double[turns];
        // What is read or compiled for the first time is not what grows.
        growing.bare(turn);
        growing.served(turn++);
        for (int i = 0; i < turns; i++) {
          barely[i] = growing.bare(turn).seconds();
          wholly[i] = growing.served(turn++).seconds();
        }
        bare.add(new Curve.Point(size, median(barely)));
        served.add(new Curve.Point(size, median(wholly)));
        System.out.printf(
            Locale.ROOT,
            "%s %,7d: %s %8.3f s, %s %8.3f s%n",
            axis,
            size,
            bareName,
            median(barely),
            servedName,
            median(wholly));
      }
    }
    return told(new Curve(bareName, bare), new Curve(servedName, served));
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    return values[values.length / 2];
  }

  private boolean told(Curve bare, Curve served) throws Exception {
    for (Curve curve : List.of(bare, served)) {
      System.out.printf(
          Locale.ROOT,
          "%s: %s grows by the power %.2f of %s, %.2f in the end%n",
          name,
          curve.name(),
          curve.exponent(),
          axis,
          curve.lastExponent());
    }
    Path directory = Files.createDirectories(Path.of("target/bench"));
    Files.writeString(
        directory.resolve(name + ".svg"), new CurvePlot(axis, List.of(bare, served)).svg());
    StringBuilder json = new StringBuilder("{\"scenario\": \"" + name + "\", \"points\": [");
    for (int i = 0; i < bare.points().size(); i++) {
      json.append(
          String.format(
              Locale.ROOT,
              "%s{\"size\": %d, \"bare\": %.4f, \"lakeferry\": %.4f}",
              i == 0 ? "" : ", ",
              bare.points().get(i).size(),
              bare.points().get(i).seconds(),
              served.points().get(i).seconds()));
    }
    json.append(
        String.format(
            Locale.ROOT,
            "], \"bareExponent\": %.3f, \"lakeferryExponent\": %.3f}%n",
            bare.exponent(),
            served.exponent()));
    Files.writeString(directory.resolve(name + ".json"), json.toString());
    return served.exponent() <= bare.exponent() + SLACK;
  }
}
