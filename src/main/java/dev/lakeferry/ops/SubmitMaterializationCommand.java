package dev.lakeferry.ops;

import dev.lakeferry.completion.CompletedModel;
import dev.lakeferry.completion.CompletionStore;
import dev.lakeferry.settings.Settings;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Puts materialised models into the inbox. */
@Command(
    name = "materialization",
    description = {
      "Tells the service that models were materialised: one by options, or many by a file.",
      "A file has one JSON object a line, with the column names of completed_materialization"
          + " (docs/completions.md). If any line is wrong, none is taken."
    },
    footer = {
      "",
      "Examples:",
      "  bin/lakeferry submit materialization --team 1 --saved-query query-7 \\",
      "    --label monthly_revenue --job job-1 \\",
      "    --table-uri s3://warehouse/models/revenue",
      "  bin/lakeferry submit materialization --file finished.jsonl",
      "  bin/lakeferry submit materialization --file finished.jsonl --dry-run",
      "  produce-completions | bin/lakeferry submit materialization --file -"
    })
final class SubmitMaterializationCommand extends SubmitCommand<CompletedModel> {
  @ArgGroup(multiplicity = "1")
  private Input input;

  private static final class Input extends CompletionInput {
    @ArgGroup(exclusive = false, heading = "One model:%n")
    private ModelOptions options;

    @Override
    CompletionOptions options() {
      return options;
    }
  }

  @Option(
      names = "--dry-run",
      description =
          "Submit nothing: plan, land, fill and verify as the workflow would, roll it back, remove what"
              + " was landed, and tell what would change. Ends with 1 if it would not be published."
              + " Flags, newer generations and whose the table is are not asked.")
  private boolean dryRun;

  private final Function<Settings, DryRuns> dryRuns;

  SubmitMaterializationCommand(Workplace workplace, Function<Settings, DryRuns> dryRuns) {
    super(workplace);
    this.dryRuns = dryRuns;
  }

  @Override
  CompletionInput input() {
    return input;
  }

  @Override
  List<CompletedModel> read(CompletionInput from) {
    return from.read(ModelLine.COLUMNS, ModelLine::read);
  }

  @Override
  boolean isDryRun() {
    return dryRun;
  }

  @Override
  DryTrial trial(CompletedModel model) {
    DryRuns runs = dryRuns.apply(workplace().settings());
    return new DryTrial("ducklake-copy.data-modeling", model.jobId(), () -> runs.copy(model));
  }

  @Override
  long team(CompletedModel model) {
    return model.teamId();
  }

  @Override
  long insert(CompletionStore inbox, CompletedModel model) {
    return inbox.insert(model);
  }
}
