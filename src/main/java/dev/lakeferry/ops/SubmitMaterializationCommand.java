package dev.lakeferry.ops;

import dev.lakeferry.completion.CompletedModel;
import dev.lakeferry.completion.CompletionStore;
import java.util.List;
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
      "  produce-completions | bin/lakeferry submit materialization --file -"
    })
final class SubmitMaterializationCommand extends SubmitCommand {
  @ArgGroup(multiplicity = "1")
  private Input input;

  private static final class Input {
    @Option(
        names = "--file",
        required = true,
        paramLabel = "FILE",
        description = "Completions, one JSON object a line; - reads standard input.")
    private String file;

    @ArgGroup(exclusive = false, heading = "One model:%n")
    private ModelOptions options;
  }

  SubmitMaterializationCommand(Workplace workplace) {
    super(workplace);
  }

  @Override
  public void run() {
    List<CompletedModel> models =
        input.file == null
            ? List.of(one(() -> ModelLine.read(input.options.json())))
            : many(input.file, ModelLine::parse);
    submit(
        input.file,
        models,
        CompletedModel::teamId,
        state -> {
          CompletionStore inbox = new CompletionStore(state);
          return inbox::insert;
        });
  }
}
