package dev.lakeferry.ops;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.lakeferry.job.TableHistory;
import dev.lakeferry.job.TableHistory.Generation;
import dev.lakeferry.lake.PastTable;
import dev.lakeferry.naming.TableName;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lists the generations of a table. */
@Command(
    name = "history",
    description = {
      "Lists the generations of a table, the newest first: which job brought it, in which"
          + " snapshot.",
      "What is reachable can still be read with AT (VERSION => …), and be rolled back to; the"
          + " others' snapshots have expired."
    },
    footer = {
      "",
      "Examples:",
      "  bin/lakeferry lake history \\",
      "    insights_data_imports_team_1.stripe_prod_invoices",
      "  bin/lakeferry lake history --json \\",
      "    insights_data_imports_team_1.stripe_prod_invoices"
    })
final class LakeHistoryCommand extends OperatorCommand {
  @Parameters(
      paramLabel = "SCHEMA.TABLE",
      converter = TableArgument.class,
      description = "The table.")
  private TableName table;

  @Mixin private LimitOption limit;

  @Option(names = "--json", description = "As JSON, for scripts.")
  private boolean json;

  LakeHistoryCommand(Workplace workplace) {
    super(workplace);
  }

  private record Line(@JsonUnwrapped Generation generation, boolean reachable) {}

  @Override
  public void run() {
    List<Generation> generations =
        workplace()
            .withState(
                state ->
                    new TableHistory(state, workplace().settings().lake().dataPath())
                        .of(table, limit.value()));
    if (generations.isEmpty()) {
      throw new CommandFailure(
          "No generation of %s was published by this service. bin/lakeferry runs lists its tables."
              .formatted(table));
    }
    List<Line> lines = new ArrayList<>();
    try (OpenLake lake = new OpenLake(workplace().settings())) {
      for (Generation generation : generations) {
        lines.add(
            new Line(
                generation,
                generation.snapshot() != null
                    && PastTable.of(lake.catalog(), table, generation.snapshot()).isPresent()));
      }
    }
    if (json) {
      say("%s", ScriptJson.of(lines));
      return;
    }
    TextTable text =
        new TextTable(
            "SNAPSHOT", "AT", "ROWS", "FILES", "MODE", "JOB", "RUN", "ATTEMPT", "REACHABLE");
    for (Line line : lines) {
      Generation one = line.generation();
      text.add(
          one.snapshot(),
          one.at() == null ? null : one.at().truncatedTo(ChronoUnit.SECONDS),
          number(one.rows()),
          number(one.files()),
          one.mode(),
          one.rolledBackTo() == null ? one.job() : "back to snapshot " + one.rolledBackTo(),
          one.run(),
          one.attempt(),
          line.reachable() ? "yes" : "expired");
    }
    text.print(out());
  }

  private static String number(Long value) {
    return value == null ? null : String.format(Locale.ROOT, "%,d", value);
  }
}
