package dev.lakeferry.ops;

import dev.lakeferry.job.Actor;
import dev.lakeferry.job.Again;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes one run due again. */
@Command(
    name = "retry",
    description = "Makes a run due again that failed, was skipped or went stale.",
    footer = {
      "",
      "Example:",
      "  bin/lakeferry retry \\",
      "    ducklake-register-data-imports-1-0190a000-0000-7000-8000-0000000000a1-job-1"
    })
final class RetryCommand extends OperatorCommand {
  @Parameters(paramLabel = "RUN", description = "The run's id, as bin/lakeferry runs shows it.")
  private String run;

  @Option(
      names = "--accept-schema",
      description = "Let this generation drop or narrow columns of the live table.")
  private boolean acceptSchema;

  RetryCommand(Workplace workplace) {
    super(workplace);
  }

  @Override
  public void run() {
    workplace()
        .withState(
            state -> {
              new Again(state).retry(run, acceptSchema, Actor.commandLine());
              return null;
            });
    say("Run %s is due again. Follow it with: bin/lakeferry runs show %s", run, run);
  }
}
