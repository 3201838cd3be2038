package dev.lakeferry.ops;

import dev.lakeferry.upkeep.Step;
import dev.lakeferry.upkeep.UpkeepEntry;
import dev.lakeferry.upkeep.UpkeepLog;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows what was done to keep the lake up. */
@Command(
    name = "log",
    description = "Shows what was done to keep the lake up; the newest first.",
    footer = {
      "",
      "Examples:",
      "  bin/lakeferry upkeep log",
      "  bin/lakeferry upkeep log --step merge --limit 10 --json"
    })
final class UpkeepLogCommand extends OperatorCommand {
  @Option(
      names = "--step",
      paramLabel = "STEP",
      converter = StepArgument.class,
      description = "Only this one.")
  private Step step;

  @Mixin private LimitOption limit;

  @Option(names = "--json", description = "As JSON, for scripts.")
  private boolean json;

  UpkeepLogCommand(Workplace workplace) {
    super(workplace);
  }

  @Override
  public void run() {
    List<UpkeepEntry> entries =
        workplace()
            .withState(
                state ->
                    new UpkeepLog(state, workplace().settings().lake().dataPath())
                        .newest(step, limit.value()));
    if (json) {
      say("%s", UpkeepLines.json(entries));
    } else {
      UpkeepLines.print(entries, out());
    }
  }
}
