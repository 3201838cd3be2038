package dev.lakeferry.bench;

import java.util.ArrayList;
import java.util.List;

/** What lives in the heap after each turn; flat where the work keeps nothing. */
final class Heap {
  private static final int SLACK_MB = 48;

  private final List<Long> megabytes = new ArrayList<>();

  /** Collects garbage and looks what is left. */
  void look() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    megabytes.add((runtime.totalMemory() - runtime.freeMemory()) >> 20);
  }

  /**
   * Compares the last look with the first, the one after the turn to warm up.
   *
   * @throws IllegalStateException if more is left
   */
  void requireFlat() {
    System.out.println(
        "MB in the heap after each turn: %s; at most %d"
            .formatted(megabytes, Runtime.getRuntime().maxMemory() >> 20));
    long first = megabytes.get(0);
    long last = megabytes.get(megabytes.size() - 1);
    if (last > first + SLACK_MB) {
      throw new IllegalStateException("The heap grew from %d to %d MB".formatted(first, last));
    }
  }
}
