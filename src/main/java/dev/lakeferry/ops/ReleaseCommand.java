package dev.lakeferry.ops;

import dev.lakeferry.job.Actor;
import dev.lakeferry.naming.TableName;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Ends a hold. */
@Command(
    name = "release",
    description = "Lets a table be published to again; the runs that waited for it are due.",
    footer = {
      "",
      "Example:",
      "  bin/lakeferry release insights_data_imports_team_1.stripe_prod_charges"
    })
final class ReleaseCommand extends OperatorCommand {
  @Parameters(
      paramLabel = "SCHEMA.TABLE",
      converter = TableArgument.class,
      description = "The table in the lake.")
  private TableName table;

  ReleaseCommand(Workplace workplace) {
    super(workplace);
  }

  @Override
  public void run() {
    int due = workplace().withActions(actions -> actions.release(table, Actor.commandLine()));
    say("%s is released; %s.", table, due == 1 ? "1 run is due" : due + " runs are due");
  }
}
