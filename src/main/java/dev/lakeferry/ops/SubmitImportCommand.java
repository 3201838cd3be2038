package dev.lakeferry.ops;

import dev.lakeferry.completion.CompletionStore;
import dev.lakeferry.completion.ImportRow;
import dev.lakeferry.publish.Rehearsal;
import dev.lakeferry.settings.Settings;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Puts completions of imports into the inbox. */
@Command(
    name = "import",
    description = {
      "Tells the service that imports finished: one by options, or many by a file.",
      "A file has one JSON object a line, with the column names of completed_import"
          + " (docs/completions.md). If any line is wrong, none is taken."
    },
    footer = {
      "",
      "Examples:",
      "  bin/lakeferry submit import --team 1 \\",
      "    --organization 0190a000-0000-7000-8000-000000000001 \\",
      "    --source-type Stripe --prefix prod --name invoices \\",
      "    --schema-id 0190a000-0000-7000-8000-0000000000a1 --job job-1 \\",
      "    --prepared-folder invoices__query_1764480000_0a1b2c3d",
      "  bin/lakeferry submit import --team 1 --source-type Stripe --name invoices \\",
      "    --schema-id 0190a000-0000-7000-8000-0000000000a1 --job job-2 \\",
      "    --delta-version 7",
      "  bin/lakeferry submit import --file finished.jsonl",
      "  bin/lakeferry submit import --file finished.jsonl --dry-run",
      "  produce-completions | bin/lakeferry submit import --file -"
    })
final class SubmitImportCommand extends SubmitCommand {
  @ArgGroup(multiplicity = "1")
  private Input input;

  private static final class Input {
    @Option(
        names = "--file",
        required = true,
        paramLabel = "FILE",
        description = "Completions, one JSON object a line; - reads standard input.")
    private String file;

    @ArgGroup(exclusive = false, heading = "One import:%n")
    private ImportOptions options;
  }

  @Option(
      names = "--dry-run",
      arity = "0..1",
      fallbackValue = "register",
      paramLabel = "register|copy",
      description =
          "Submit nothing: plan, land, fill and verify as the workflow would (register, unless copy is"
              + " said), roll it back, remove what was landed, and tell what would change. Ends with"
              + " 1 if it would not be published.")
  private DryRuns.Way dryRun;

  private final Function<Settings, DryRuns> dryRuns;

  SubmitImportCommand(Workplace workplace, Function<Settings, DryRuns> dryRuns) {
    super(workplace);
    this.dryRuns = dryRuns;
  }

  @Override
  public void run() {
    FolderPath folderPath = new FolderPath(workplace().settings().text("lakeferry.folder.pattern"));
    List<ImportRow> rows =
        input.file == null
            ? List.of(one(() -> ImportLine.read(input.options.json(), folderPath)))
            : many(input.file, line -> ImportLine.parse(line, folderPath));
    if (dryRun != null) {
      rehearse(rows);
      return;
    }
    submit(
        input.file,
        rows,
        row -> row.completion().teamId(),
        state -> {
          CompletionStore inbox = new CompletionStore(state);
          return inbox::insert;
        });
  }

  private void rehearse(List<ImportRow> rows) {
    DryRuns tried = dryRuns.apply(workplace().settings());
    int refused = 0;
    for (ImportRow row : rows) {
      Rehearsal rehearsal = tried.of(row, dryRun);
      RehearsalText.print(rehearsal, out());
      refused += rehearsal.wouldPublish() ? 0 : 1;
    }
    out().flush();
    if (refused > 0) {
      throw new CommandFailure(
          "%d of %d would not be published. Nothing was changed.".formatted(refused, rows.size()));
    }
  }
}
