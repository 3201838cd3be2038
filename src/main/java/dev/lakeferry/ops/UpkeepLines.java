package dev.lakeferry.ops;

import dev.lakeferry.upkeep.UpkeepEntry;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Rows of the upkeep log, for people and for scripts. */
final class UpkeepLines {
  private UpkeepLines() {}

  /** A row as scripts read it. */
  record Line(
      long id,
      String step,
      String table,
      boolean dryRun,
      Instant startedAt,
      Instant finishedAt,
      String outcome,
      Map<String, Long> figures,
      List<String> notes,
      String error) {

    static Line of(UpkeepEntry entry) {
      return new Line(
          entry.id(),
          entry.step().id(),
          entry.table() == null ? null : entry.table().toString(),
          entry.dryRun(),
          entry.startedAt(),
          entry.finishedAt(),
          ending(entry),
          entry.figures(),
          entry.notes(),
          entry.error());
    }
  }

  static String json(List<UpkeepEntry> entries) {
    return ScriptJson.of(entries.stream().map(Line::of).toList());
  }

  static void print(List<UpkeepEntry> entries, PrintWriter out) {
    TextTable table = new TextTable("AT", "STEP", "TABLE", "OUTCOME", "TOOK", "FIGURES");
    for (UpkeepEntry entry : entries) {
      table.add(
          entry.startedAt().truncatedTo(ChronoUnit.SECONDS),
          entry.step(),
          entry.table(),
          ending(entry) + (entry.dryRun() ? " (dry run)" : ""),
          entry.finishedAt() == null
              ? null
              : Took.of(Duration.between(entry.startedAt(), entry.finishedAt()).toMillis()),
          figures(entry));
    }
    table.print(out);
    for (UpkeepEntry entry : entries) {
      String subject = entry.step() + (entry.table() == null ? "" : " of " + entry.table()) + ": ";
      entry.notes().forEach(note -> out.println(subject + note));
      if (entry.error() != null) {
        out.println(subject + entry.error());
      }
    }
  }

  private static String ending(UpkeepEntry entry) {
    return entry.outcome() == null ? "unfinished" : entry.outcome().id();
  }

  private static String figures(UpkeepEntry entry) {
    return entry.figures().isEmpty()
        ? null
        : entry.figures().entrySet().stream()
            .filter(figure -> figure.getValue() != 0)
            .map(figure -> String.format(Locale.ROOT, "%s %,d", figure.getKey(), figure.getValue()))
            .collect(Collectors.joining(", "));
  }
}
