package dev.lakeferry.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Lets a scenario's contenders take turns, so that what else the machine does falls on all. */
final class Contest implements Task {
  private final String name;
  private final Opening opening;
  private final int mostRounds;

  /** Opens a scenario. */
  @FunctionalInterface
  interface Opening {
    Scenario open(BenchOptions options) throws Exception;
  }

  Contest(String name, Opening opening) {
    this(name, opening, Integer.MAX_VALUE);
  }

  /** One whose rounds take so long that there are never more than so many. */
  Contest(String name, Opening opening, int mostRounds) {
    this.name = name;
    this.opening = opening;
    this.mostRounds = mostRounds;
  }

  @Override
  public boolean run(BenchOptions options, int rounds) throws Exception {
    try (Scenario scenario = opening.open(options)) {
      Report report = measure(scenario, options, Math.min(rounds, mostRounds));
      System.out.println(report.table());
      report.write(Path.of("target/bench", name + ".json"));
      return report.met();
    }
  }

  private Report measure(Scenario scenario, BenchOptions options, int rounds) throws Exception {
    List<Contender> contenders = scenario.contenders();
    List<List<Took>> turns = new ArrayList<>();
    contenders.forEach(contender -> turns.add(new ArrayList<>()));
    for (int round = 0; round <= rounds; round++) {
      for (int c = 0; c < contenders.size(); c++) {
        Took taken = contenders.get(c).turn().take(round);
        System.out.printf(
            Locale.ROOT,
            "%s  %-28s %9.3f s, processor %7.2f s%n",
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
    return new Report(name, scenario.about(), Machine.facts(options), series);
  }
}
