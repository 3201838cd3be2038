package dev.lakeferry.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Faults, and how they were got over. */
final class FaultTable {
  private final List<Line> lines = new ArrayList<>();

  /**
   * One fault.
   *
   * @param runs how many runs met it
   * @param recoveries attempts that did not publish and were followed by another
   * @param recovered from the fault to the end of the last run
   */
  private record Line(String fault, int runs, int recoveries, Duration recovered) {}

  /** Takes a fault whose runs have ended. */
  synchronized void add(Lab lab, String fault, Duration recovered, Carried... runs) {
    add(lab, fault, recovered, List.of(runs));
  }

  synchronized void add(Lab lab, String fault, Duration recovered, List<Carried> runs) {
    int recoveries =
        runs.stream().mapToInt(run -> Math.max(0, lab.runs().attempts(run).size() - 1)).sum();
    lines.add(new Line(fault, runs.size(), recoveries, recovered));
  }

  private synchronized String text() {
    StringBuilder text =
        new StringBuilder(
            "%-62s %5s %11s %10s%n".formatted("fault", "runs", "recoveries", "seconds"));
    for (Line line : lines) {
      text.append(
          "%-62s %5d %11d %10.1f%n"
              .formatted(
                  line.fault, line.runs, line.recoveries, line.recovered.toMillis() / 1_000.0));
    }
    return text.toString();
  }

  void print(Path file) {
    String text = text();
    System.out.println(text);
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
