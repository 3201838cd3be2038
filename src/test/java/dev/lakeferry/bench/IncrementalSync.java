package dev.lakeferry.bench;

import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** Publishes generations of which few files changed: each whole, and only what changed. */
final class IncrementalSync implements Scenario {
  private static final int FILES = Integer.getInteger("lakeferry.bench.files", 2_000);
  private static final int CHANGED = Math.max(1, FILES / 100);
  private static final double MOST_BYTES = 0.02;

  private final BenchStack stack;
  private final SyncedFolder folder;
  private final long[] bytes = new long[2];

  IncrementalSync(BenchOptions options) throws Exception {
    stack = new BenchStack(options.orLatency(Duration.ofMillis(30)));
    folder = new SyncedFolder(stack, FILES, CHANGED);
  }

  @Override
  public String about() {
    return String.format(
        Locale.ROOT,
        "a table of %,d files of %,d rows gets generations of which %,d files changed; from the row"
            + " in the inbox to completed, with all default checks. The floor: the same as a swap."
            + " Each turn on a service that was just started. The warm-up publishes the first"
            + " generation.",
        FILES,
        SyncedFolder.ROWS,
        CHANGED);
  }

  @Override
  public List<Contender> contenders() {
    return List.of(
        Contender.floor("swap", round -> sync("swap", 1, round)),
        Contender.limited("incremental", 0.1, round -> sync("incremental", 2, round)));
  }

  private Took sync(String name, int number, int round) throws Exception {
    BenchService.Copied copied = folder.sync(name, name, number, round);
    System.out.printf("         %,d bytes copied, %s%n", copied.bytes(), copied.stages());
    if (round > 0) {
      bytes[number - 1] += copied.bytes();
    }
    return copied.work();
  }

  @Override
  public void compare() throws Exception {
    double share = (double) bytes[1] / bytes[0];
    System.out.printf(
        Locale.ROOT,
        "copied bytes: %,d incremental, %,d swap, ratio %.4f, at most %s%n",
        bytes[1],
        bytes[0],
        share,
        MOST_BYTES);
    if (share > MOST_BYTES) {
      throw new IllegalStateException(
          "More bytes were copied than %s of a swap's".formatted(MOST_BYTES));
    }
    try (BareCopy reader = new BareCopy(stack)) {
      String swapped = reader.contents("lake." + SyncedFolder.name("swap"));
      String incremental = reader.contents("lake." + SyncedFolder.name("incremental"));
      if (!swapped.equals(incremental)) {
        throw new IllegalStateException(
            "The tables differ: %s by swap, %s incremental".formatted(swapped, incremental));
      }
    }
  }

  @Override
  public void close() {
    folder.close();
    stack.close();
  }
}
