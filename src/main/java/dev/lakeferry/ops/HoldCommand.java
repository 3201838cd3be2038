package dev.lakeferry.ops;

import dev.lakeferry.job.Actor;
import dev.lakeferry.naming.TableName;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Keeps one table as it is. */
@Command(
    name = "hold",
    description =
        "Keeps a table as it is: nothing is published to it until it is released, and its runs wait.",
    footer = {
      "",
      "Example:",
      "  bin/lakeferry hold insights_data_imports_team_1.stripe_prod_charges \\",
      "    --reason 'amounts look wrong since Monday'"
    })
final class HoldCommand extends OperatorCommand {
  @Parameters(
      paramLabel = "SCHEMA.TABLE",
      converter = TableArgument.class,
      description = "The table in the lake.")
  private TableName table;

  @Option(
      names = "--reason",
      required = true,
      description = "Why, for whoever looks at the runs that wait; at most 500 characters.")
  private String reason;

  HoldCommand(Workplace workplace) {
    super(workplace);
  }

  @Override
  public void run() {
    workplace().withActions(actions -> actions.hold(table, reason, Actor.commandLine()));
    say("%s is on hold. Release it with: bin/lakeferry release %s", table, table);
  }
}
