package dev.lakeferry.bench;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What one contender took.
 *
 * @param turns round by round, without the one to warm up
 */
record Series(Contender contender, List<Took> turns) {

  double median() {
    return median(Took::seconds);
  }

  double medianProcessor() {
    return median(Took::processor);
  }

  private double median(ToDoubleFunction<Took> figure) {
    double[] sorted = turns.stream().mapToDouble(figure).sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  double least() {
    return turns.stream().mapToDouble(Took::seconds).min().orElseThrow();
  }

  double most() {
    return turns.stream().mapToDouble(Took::seconds).max().orElseThrow();
  }
}
