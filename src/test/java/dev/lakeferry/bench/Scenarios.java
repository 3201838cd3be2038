package dev.lakeferry.bench;

import dev.lakeferry.bench.Registration.Measure;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What can be measured, by name. */
final class Scenarios {
  /** Everything, in the order in which it runs. */
  static final Map<String, Task> ALL = new LinkedHashMap<>();

  /** Small ones, which end within three minutes together; their names begin with {@code quick-}. */
  static final Map<String, Task> QUICK = new LinkedHashMap<>();

  private static final Duration LATENCY = Duration.ofMillis(30);

  static {
    add("land-2000", options -> LandObjects.small(options, 2_000, 1.10));
    rare("land-20000", options -> LandObjects.small(options, 20_000, 1.10));
    rare("land-large", options -> LargeObjects.land(options, 1.10));
    add("register-1", options -> new Registration(options, 1, 4, Measure.whole(1.5)));
    add("register-40", options -> new Registration(options, 40, 4, Measure.whole(1.25)));
    add("register-2000", options -> new Registration(options, 2_000, 4, Measure.whole(1.15)));
    rare("register-20000", options -> new Registration(options, 20_000, 4, Measure.whole(1.15)));
    add(
        "in-transaction",
        options -> new Registration(options, size("files", 2_000), 4, Measure.transaction(0.7)));
    add("staged-swap", options -> new StagedSwap(options, size("files", 2_000)));
    add("wide", options -> new WideBeside(options, size("wide", 500), 100));
    beside("first-implementation", BesideScript.Peer.FIRST_IMPLEMENTATION);
    beside("dlt", BesideScript.Peer.DLT);
    add("delta-copy", DeltaCopy::new);
    add("incremental-sync", IncrementalSync::new);
    rare("replicas", options -> new Replicas(options, size("imports", 500)));
    ownJvm("gates", "512m", options -> new ClosedGatesBench(options, size("runs", 100_000)));
    ownJvm("listing", "1500m", options -> new Listing(options, size("objects", 1_000_000), 1.2));
    rare("overview", options -> new OverviewRequests(options, size("schemas", 10_000), 50));
    add("start", Start::new);
    grow("growth-files", "files", List.of(10, 100, 1_000, 5_000, 20_000), GrowingLake.OfFiles::new);
    grow("growth-tables", "tables", List.of(10, 100, 500, 2_000), GrowingLake.OfTables::new);
    grow(
        "growth-snapshots",
        "snapshots",
        List.of(10, 100, 1_000, 5_000),
        GrowingLake.OfSnapshots::new);
    grow("growth-incremental", "files", List.of(100, 1_000, 5_000, 20_000), GrowingSync::new);

    // Ratios alone, and looser ones: the JVM is cold, and others may use the machine.
    quick("listing", options -> new Listing(options, 50_000, 2.0));
    quick("land", options -> LandObjects.small(options, 400, 1.8));
    quick("register", options -> new Registration(options, 40, 4, Measure.whole(3.5)));
    quick("in-transaction", options -> new Registration(options, 300, 4, Measure.transaction(1.3)));
  }

  private Scenarios() {}

  /** A size that a property may make smaller, such as {@code -Dlakeferry.bench.imports=50}. */
  private static int size(String of, int otherwise) {
    return Integer.getInteger("lakeferry.bench." + of, otherwise);
  }

  private static void add(String name, Contest.Opening opening) {
    ALL.put(name, new Contest(name, opening));
  }

  /** By a script that waits for each request, so that the store's latency counts. */
  private static void beside(String name, BesideScript.Peer peer) {
    rare(name, options -> new BesideScript(options.orLatency(LATENCY), size("files", 2_000), peer));
  }

  /** One whose rounds take minutes. */
  private static void rare(String name, Contest.Opening opening) {
    ALL.put(name, new Contest(name, opening, 3));
  }

  private static void ownJvm(String name, String heap, Contest.Opening opening) {
    ALL.put(name, new OwnJvm(name, heap, new Contest(name, opening)));
  }

  private static void grow(String name, String axis, List<Integer> sizes, Growth.Opening opening) {
    int most = size("most", Integer.MAX_VALUE);
    ALL.put(
        name, new Growth(name, axis, sizes.stream().filter(one -> one <= most).toList(), opening));
  }

  private static void quick(String name, Contest.Opening opening) {
    QUICK.put("quick-" + name, new Contest("quick-" + name, opening, 3));
  }
}
