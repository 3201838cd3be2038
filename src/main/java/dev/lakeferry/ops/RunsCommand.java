package dev.lakeferry.ops;

import dev.lakeferry.job.AttemptStatus;
import java.time.temporal.ChronoUnit;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lists the latest attempts. */
@Command(
    name = "runs",
    synopsisSubcommandLabel = "[COMMAND]",
    description = "Lists the latest attempts at runs, newest first.",
    footer = {
      "",
      "Examples:",
      "  bin/lakeferry runs --team 1",
      "  bin/lakeferry runs --status failed --limit 100 --json"
    })
final class RunsCommand extends OperatorCommand {
  @Option(names = "--team", description = "Only this team's.")
  private Long team;

  @Option(
      names = "--status",
      description = "Only those that are ${COMPLETION-CANDIDATES} (in upper or lower case).")
  private AttemptStatus status;

  @Option(names = "--limit", defaultValue = "20", description = "How many at most; default 20.")
  private int limit;

  @Option(names = "--json", description = "A JSON array, for scripts.")
  private boolean json;

  RunsCommand(Workplace workplace) {
    super(workplace);
  }

  private record Found(List<AttemptLine> attempts, History.Waiting waiting) {}

  @Override
  public void run() {
    if (limit < 1) {
      throw wrongUsage("--limit must be 1 or more.");
    }
    Found found =
        workplace()
            .withState(
                state -> {
                  History history = new History(state);
                  return new Found(history.latest(team, status, limit), history.waiting(team));
                });
    if (json) {
      out().println(ScriptJson.of(found.attempts()));
    } else {
      print(found);
    }
  }

  private void print(Found found) {
    if (found.attempts().isEmpty()) {
      say("There is no such attempt.");
    } else {
      table(found.attempts()).print(out());
    }
    History.Waiting waiting = found.waiting();
    if (waiting.completions() + waiting.runs() > 0) {
      say(
          "Waiting for the service: %d in the inbox, %d due.",
          waiting.completions(), waiting.runs());
    }
  }

  private static TextTable table(List<AttemptLine> attempts) {
    TextTable table =
        new TextTable(
            "RUN", "TRY", "TABLE", "STATUS", "STAGE", "ROWS", "FILES", "STARTED", "TOOK", "ERROR");
    for (AttemptLine one : attempts) {
      table.add(
          one.run(),
          one.attempt(),
          one.table(),
          one.status(),
          one.stage(),
          one.rows(),
          one.files(),
          one.startedAt().truncatedTo(ChronoUnit.SECONDS),
          Took.of(one.tookMillis()),
          one.error());
    }
    return table;
  }
}
