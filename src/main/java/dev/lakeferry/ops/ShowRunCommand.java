package dev.lakeferry.ops;

import java.time.temporal.ChronoUnit;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows one run. */
@Command(
    name = "show",
    description = "Shows a run with its attempts: errors, what was kept, timings, verification.",
    footer = {
      "",
      "Example:",
      "  bin/lakeferry runs show \\",
      "    ducklake-register-data-imports-1-0190a000-0000-7000-8000-0000000000a1-job-1"
    })
final class ShowRunCommand extends OperatorCommand {
  @Parameters(paramLabel = "RUN", description = "The run's id, as bin/lakeferry runs shows it.")
  private String id;

  @Option(names = "--json", description = "A JSON object, for scripts.")
  private boolean json;

  ShowRunCommand(Workplace workplace) {
    super(workplace);
  }

  @Override
  public void run() {
    RunDetail run =
        workplace()
            .withState(state -> new History(state).run(id))
            .orElseThrow(() -> new CommandFailure("There is no run %s.".formatted(id)));
    if (json) {
      out().println(ScriptJson.of(run));
      return;
    }
    say("Run        %s", run.run());
    say("Workflow   %s", run.workflow());
    say("Team       %d", run.teamId());
    say("Of         %s, job %s, inbox id %d", run.subject(), run.job(), run.inboxId());
    say("Completed  %s upstream", run.completedAt());
    say("State      %s", state(run));
    run.attempts().forEach(this::print);
  }

  private static String state(RunDetail run) {
    return switch (run.state()) {
      case "done" -> run.outcome();
      case "due" -> "due, not before " + run.notBefore().truncatedTo(ChronoUnit.SECONDS);
      default -> run.state();
    };
  }

  private void print(AttemptDetail attempt) {
    say("");
    say(
        "Attempt %d: %s, started %s, took %s",
        attempt.attempt(),
        attempt.status(),
        attempt.startedAt().truncatedTo(ChronoUnit.SECONDS),
        Took.of(attempt.tookMillis()));
    line("Table", attempt.table());
    line("Landed", attempt.landingPrefix());
    if (attempt.snapshotId() != null) {
      say(
          "  Published  %d rows in %d files, %d of them rewritten, %d bytes, snapshot %d",
          attempt.rows(),
          attempt.files(),
          attempt.filesRewritten(),
          attempt.bytes(),
          attempt.snapshotId());
    }
    line("Rewritten", attempt.rewriteReasons());
    line("Stale", attempt.staleReason());
    line("Newer", attempt.supersededBy());
    line("Stage", attempt.stage());
    line(
        "Timings",
        attempt.stageMillis().entrySet().stream()
            .map(stage -> stage.getKey() + " " + Took.of(stage.getValue()))
            .collect(Collectors.joining(", ")));
    line("Error", attempt.error());
    line("Kind", attempt.failureKind());
    line("Kept", attempt.kept());
    if (!attempt.verification().isEmpty()) {
      CheckLine.table(attempt.verification()).print(out(), "  ");
    }
  }

  private void line(String title, String text) {
    if (text != null && !text.isEmpty()) {
      say("  %-9s  %s", title, text.replaceAll("\\R", "\n             "));
    }
  }
}
