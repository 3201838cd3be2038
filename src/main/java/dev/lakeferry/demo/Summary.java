package dev.lakeferry.demo;

import dev.lakeferry.lake.AttachText;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.settings.Settings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the demo shows at its end: the tables, and how to read them. */
final class Summary {
  private Summary() {}

  /** The published tables, each with the generation that is live. */
  static String tables(List<LakeView.Table> tables, SampleRuns runs) {
    Map<TableName, SampleCompletion> sources = new LinkedHashMap<>();
    Map<TableName, RunView> live = new LinkedHashMap<>();
    runs.ended()
        .forEach(
            (sample, run) -> {
              if (run.outcome().equals("completed")) {
                TableName table = new TableName(run.targetSchema(), run.targetTable());
                sources.put(table, sample);
                live.put(table, run);
              }
            });
    int width = tables.stream().mapToInt(t -> t.name().toString().length()).max().orElse(5);
    StringBuilder text = new StringBuilder();
    text.append(line(width, "TABLE", "ROWS", "FILES", "SNAPSHOT", "SOURCE"));
    for (LakeView.Table table : tables) {
      RunView run = live.get(table.name());
      SampleCompletion source = sources.get(table.name());
      text.append(
          line(
              width,
              table.name().toString(),
              Figures.count(table.rows()),
              Figures.count(table.files()),
              run == null ? "-" : Long.toString(run.snapshotId()),
              source == null ? "-" : source.announcement().place()));
    }
    return text.toString();
  }

  private static String line(
      int width, String table, String rows, String files, String snapshot, String source) {
    return ("%-" + width + "s  %9s  %5s  %8s  %s%n")
        .formatted(table, rows, files, snapshot, source);
  }

  /** Statements for any DuckDB shell, down to a first query. */
  static String statements(Settings settings, List<LakeView.Table> tables) {
    StringBuilder text =
        new StringBuilder(
            new AttachText(settings.catalog(), settings.lake(), true).plain().stripTrailing());
    for (LakeView.Table table : tables) {
      if (table.name().table().endsWith("invoices")) {
        text.append(
            """


            SELECT status, count(*) AS invoices, sum(amount_due) AS amount_due
            FROM ducklake.%s
            GROUP BY status
            ORDER BY status;"""
                .formatted(table.name()));
        break;
      }
    }
    return text.toString();
  }
}
