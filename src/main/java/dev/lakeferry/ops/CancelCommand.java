package dev.lakeferry.ops;

import dev.lakeferry.job.Actor;
import dev.lakeferry.job.Cancellation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Ends one run. */
@Command(
    name = "cancel",
    description = {
      "Cancels a run that is due or running; it ends as failed and says by whom.",
      "A running one is stopped by its worker within seconds, unless its COMMIT was sent already."
    },
    footer = {
      "",
      "Example:",
      "  bin/lakeferry cancel \\",
      "    ducklake-register-data-imports-1-0190a000-0000-7000-8000-0000000000a1-job-1"
    })
final class CancelCommand extends OperatorCommand {
  @Parameters(paramLabel = "RUN", description = "The run's id, as bin/lakeferry runs shows it.")
  private String run;

  CancelCommand(Workplace workplace) {
    super(workplace);
  }

  @Override
  public void run() {
    Cancellation.Result result =
        workplace().withActions(actions -> actions.cancel(run, Actor.commandLine()));
    if (result == Cancellation.Result.CANCELLED) {
      say("Run %s is cancelled.", run);
    } else {
      say("Run %s is being stopped. Follow it with: bin/lakeferry runs show %s", run, run);
    }
  }
}
