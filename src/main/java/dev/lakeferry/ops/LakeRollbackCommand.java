package dev.lakeferry.ops;

import dev.lakeferry.job.Actor;
import dev.lakeferry.job.ErrorText;
import dev.lakeferry.lake.Lake;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.rollback.PlannedRollback;
import dev.lakeferry.rollback.Rollback;
import dev.lakeferry.rollback.Rollback.RolledBack;
import dev.lakeferry.settings.Settings;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Takes a table back to an older generation. */
@Command(
    name = "rollback",
    description = {
      "Makes an older generation of a table live again: its objects are copied inside the store,"
          + " verified and swapped in, as a new snapshot.",
      "The table is put on hold, so that the next import does not undo it; bin/lakeferry release"
          + " lets imports in again. Which generations can be reached: bin/lakeferry lake history."
    },
    footer = {
      "",
      "Examples:",
      "  bin/lakeferry lake rollback --to 41 --dry-run \\",
      "    insights_data_imports_team_1.stripe_prod_invoices",
      "  bin/lakeferry lake rollback --to 41 --yes \\",
      "    insights_data_imports_team_1.stripe_prod_invoices"
    })
final class LakeRollbackCommand extends OperatorCommand {
  @Parameters(
      paramLabel = "SCHEMA.TABLE",
      converter = TableArgument.class,
      description = "The table.")
  private TableName table;

  @Option(
      names = "--to",
      required = true,
      paramLabel = "SNAPSHOT",
      description = "The snapshot whose rows are to be live again.")
  private long to;

  @Option(names = "--dry-run", description = "Tell what would be done, and do nothing.")
  private boolean dryRun;

  @Option(names = "--yes", description = "Do it; without this nothing is changed.")
  private boolean yes;

  LakeRollbackCommand(Workplace workplace) {
    super(workplace);
  }

  @Override
  public void run() {
    if (dryRun || !yes) {
      PlannedRollback planned = with(rollback -> rollback.plan(table, to));
      tell(planned, "would be");
      if (!dryRun) {
        out().flush();
        throw new CommandFailure("Nothing was changed; --yes does it.");
      }
      return;
    }
    RolledBack done = with(rollback -> rollback.to(table, to, Actor.commandLine()));
    tell(done.planned(), "is");
    done.published().warnings().forEach(warning -> err().println("WARNING: " + warning));
    say(
        "Snapshot %d. %s %s on hold; let imports in again with: bin/lakeferry release %s",
        done.published().snapshot().id(), table, done.held() ? "is now" : "was and stays", table);
  }

  private void tell(PlannedRollback planned, String verb) {
    say(
        "%s %s as it was at snapshot %d (%s): %,d rows instead of %s.",
        planned.table(),
        verb,
        planned.to().id(),
        planned.to().time(),
        planned.plan().rows(),
        planned.liveRows().map("%,d"::formatted).orElse("none"));
    say(
        "%,d objects (%,d bytes) are copied inside the store and registered, %,d files are"
            + " rewritten.",
        planned.plan().landed().size(),
        planned.plan().landedBytes(),
        planned.plan().rewritten().size());
    planned.plan().rewriteReasons().ifPresent(reasons -> say("%s", reasons));
    planned.columnChanges().forEach(change -> say("It %s.", change));
  }

  private <T> T with(Function<Rollback, T> work) {
    Settings settings = workplace().settings();
    return workplace()
        .withStateDatabase(
            state -> {
              try (OpenLake open = new OpenLake(settings);
                  Lake lake = open.engines().get()) {
                return work.apply(
                    new Rollback(
                        settings,
                        state,
                        lake,
                        open.catalog(),
                        open.client(),
                        ErrorText.of(settings)));
              }
            });
  }
}
