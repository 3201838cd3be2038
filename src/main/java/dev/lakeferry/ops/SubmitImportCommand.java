package dev.lakeferry.ops;

import dev.lakeferry.completion.CompletionStore;
import dev.lakeferry.completion.ImportRow;
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
      "  bin/lakeferry submit import --file finished.jsonl --dry-run copy",
      "  produce-completions | bin/lakeferry submit import --file -"
    })
final class SubmitImportCommand extends SubmitCommand<ImportRow> {
  @ArgGroup(multiplicity = "1")
  private Input input;

  private static final class Input extends CompletionInput {
    @ArgGroup(exclusive = false, heading = "One import:%n")
    private ImportOptions options;

    @Override
    CompletionOptions options() {
      return options;
    }
  }

  @Option(
      names = "--dry-run",
      arity = "0..1",
      fallbackValue = "auto",
      paramLabel = "register|copy",
      description = {
        "Submit nothing: plan, land, fill and verify as the workflow would, roll it back, remove what"
            + " was landed, and tell what would change. Ends with 1 if it would not be published.",
        "Without a word it is the registration where a prepared folder is named, else the copy."
            + " Flags, newer generations and whose the table is are not asked."
      })
  private DryRuns.Way dryRun;

  private final Function<Settings, DryRuns> dryRuns;

  SubmitImportCommand(Workplace workplace, Function<Settings, DryRuns> dryRuns) {
    super(workplace);
    this.dryRuns = dryRuns;
  }

  @Override
  CompletionInput input() {
    return input;
  }

  @Override
  List<ImportRow> read(CompletionInput from) {
    FolderPath folderPath = new FolderPath(workplace().settings().text("lakeferry.folder.pattern"));
    return from.read(ImportLine.COLUMNS, object -> ImportLine.read(object, folderPath));
  }

  @Override
  boolean isDryRun() {
    return dryRun != null;
  }

  @Override
  DryTrial trial(ImportRow row) {
    DryRuns runs = dryRuns.apply(workplace().settings());
    String job = row.completion().jobId();
    return dryRun.of(row) == DryRuns.Way.REGISTER
        ? new DryTrial("ducklake-register.data-imports", job, () -> runs.register(row))
        : new DryTrial("ducklake-copy.data-imports", job, () -> runs.copy(row));
  }

  @Override
  long team(ImportRow row) {
    return row.completion().teamId();
  }

  @Override
  long insert(CompletionStore inbox, ImportRow row) {
    return inbox.insert(row);
  }
}
