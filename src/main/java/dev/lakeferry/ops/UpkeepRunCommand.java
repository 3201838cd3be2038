package dev.lakeferry.ops;

import dev.lakeferry.job.ErrorText;
import dev.lakeferry.settings.Settings;
import dev.lakeferry.upkeep.Step;
import dev.lakeferry.upkeep.Upkeep;
import dev.lakeferry.upkeep.UpkeepEntry;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Does the steps of upkeep, one after the other. */
@Command(
    name = "run",
    description = {
      "Does the steps of upkeep in their order: flush, expire, merge, rewrite, clean-up, leftovers,"
          + " statistics, views. The service does the same by itself, each step by its own cron.",
      "A step or a table that fails stops no other; the command ends with 1 then."
    },
    footer = {
      "",
      "Examples:",
      "  bin/lakeferry upkeep run --dry-run",
      "  bin/lakeferry upkeep run --step expire --step clean-up --json"
    })
final class UpkeepRunCommand extends OperatorCommand {
  @Option(
      names = "--step",
      paramLabel = "STEP",
      converter = StepArgument.class,
      description = "Only this one; may be given several times.")
  private List<Step> steps = List.of();

  @Option(names = "--dry-run", description = "Change nothing; tell what there would be to do.")
  private boolean dryRun;

  @Option(names = "--json", description = "As JSON, for scripts.")
  private boolean json;

  UpkeepRunCommand(Workplace workplace) {
    super(workplace);
  }

  @Override
  public void run() {
    Settings settings = workplace().settings();
    List<UpkeepEntry> entries =
        workplace()
            .withStateDatabase(
                state -> {
                  try (OpenLake lake = new OpenLake(settings)) {
                    return new Upkeep(
                            settings,
                            state,
                            lake.engines(),
                            lake.catalog(),
                            lake.objects(),
                            ErrorText.of(settings))
                        .run(steps.isEmpty() ? Step.ALL : steps, dryRun);
                  }
                });
    if (json) {
      say("%s", UpkeepLines.json(entries));
    } else {
      UpkeepLines.print(entries, out());
    }
    long failed = entries.stream().filter(entry -> entry.error() != null).count();
    if (failed > 0) {
      out().flush();
      throw new CommandFailure(
          "%d of %d pieces of work failed; the others are done.".formatted(failed, entries.size()));
    }
  }
}
