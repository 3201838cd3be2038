package dev.lakeferry.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Measures scenarios, all of them if none is named; its exit code is 1 if a limit is not met. */
@Command(
    name = "bin/bench",
    mixinStandardHelpOptions = true,
    description = "Measures the service against bare programs, on embedded parts.")
final class Bench implements Callable<Integer> {
  private static final Map<String, Callable<Scenario>> SCENARIOS =
      new TreeMap<>(Map.of("delta-copy", DeltaCopy::new, "incremental-sync", IncrementalSync::new));

  @Parameters(paramLabel = "SCENARIO", description = "Which; all if none is given.")
  private List<String> names = List.copyOf(SCENARIOS.keySet());

  @Option(
      names = "--rounds",
      defaultValue = "5",
      description = "Rounds that count, after one to warm up; by default ${DEFAULT-VALUE}.")
  private int rounds;

  /** Runs it. */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new Bench()).execute(arguments));
  }

  @Override
  public Integer call() throws Exception {
    if (rounds < 1 || !SCENARIOS.keySet().containsAll(names)) {
      System.err.println(
          "Scenarios: " + String.join(", ", SCENARIOS.keySet()) + "; rounds: 1 or more");
      return 2;
    }
    boolean met = true;
    for (String name : names) {
      try (Scenario scenario = SCENARIOS.get(name).call()) {
        Report report = measure(name, scenario);
        System.out.println(report.table());
        report.write(Path.of("target/bench", name + ".json"));
        met &= report.met();
      }
    }
    return met ? 0 : 1;
  }

  /** The contenders take turns, so that what else the machine does falls on all of them. */
  private Report measure(String name, Scenario scenario) throws Exception {
    List<Contender> contenders = scenario.contenders();
    List<List<Took>> turns = new ArrayList<>();
    contenders.forEach(contender -> turns.add(new ArrayList<>()));
    for (int round = 0; round <= rounds; round++) {
      for (int c = 0; c < contenders.size(); c++) {
        Took taken = contenders.get(c).turn().take(round);
        System.out.printf(
            Locale.ROOT,
            "%s  %-24s %8.2f s, processor %6.2f s%n",
            round == 0 ? "warm-up" : "round " + round,
            contenders.get(c).name(),
            taken.seconds(),
            taken.processor());
        if (round > 0) {
          turns.get(c).add(taken);
        }
      }
    }
    scenario.compare();
    List<Series> series = new ArrayList<>();
    for (int c = 0; c < contenders.size(); c++) {
      series.add(new Series(contenders.get(c), List.copyOf(turns.get(c))));
    }
    return new Report(name, scenario.about(), Machine.facts(), series);
  }
}
