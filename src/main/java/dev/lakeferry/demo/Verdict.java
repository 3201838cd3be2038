package dev.lakeferry.demo;

import dev.lakeferry.naming.TableName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Compares how the completions ended, and what a reader finds in the lake, with what the sample
 * declares.
 */
final class Verdict {
  private final SampleRuns runs;
  private final List<LakeView.Table> tables;

  Verdict(SampleRuns runs, List<LakeView.Table> tables) {
    this.runs = runs;
    this.tables = tables;
  }

  /** A sentence for each difference; empty when all is as declared. */
  List<String> differences(List<SampleCompletion> story) {
    List<String> differences = new ArrayList<>();
    Map<TableName, Long> expected = new LinkedHashMap<>();
    for (SampleCompletion sample : story) {
      RunView run = runs.ended().get(sample);
      String who =
          "team %d %s, generation %d"
              .formatted(sample.announcement().team(), sample.announcement().name(), sample.wave());
      if (run == null) {
        differences.add("%s did not end: %s".formatted(who, runs.stuck(sample)));
      } else if (!run.outcome().equals(outcome(sample.expectation()))) {
        differences.add(
            "%s should have ended as %s and ended as %s"
                .formatted(who, outcome(sample.expectation()), run.outcome()));
      } else if (sample.expectation() == Expectation.PUBLISHED) {
        expected.put(new TableName(run.targetSchema(), run.targetTable()), sample.rows());
      }
    }
    Map<TableName, Long> found =
        tables.stream().collect(Collectors.toMap(LakeView.Table::name, LakeView.Table::rows));
    expected.forEach(
        (table, rows) -> {
          if (!rows.equals(found.get(table))) {
            differences.add(
                "%s should hold %s rows, and a reader finds %s"
                    .formatted(
                        table,
                        Figures.count(rows),
                        found.containsKey(table) ? Figures.count(found.get(table)) : "no table"));
          }
        });
    found.keySet().stream()
        .filter(table -> !expected.containsKey(table))
        .forEach(table -> differences.add("%s should not be there".formatted(table)));
    return differences;
  }

  private static String outcome(Expectation expectation) {
    return switch (expectation) {
      case PUBLISHED -> "completed";
      case FAILED -> "failed";
      case SKIPPED -> "skipped";
    };
  }
}
