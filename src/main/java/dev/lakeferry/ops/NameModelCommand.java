package dev.lakeferry.ops;

import dev.lakeferry.naming.TableName;
import dev.lakeferry.naming.TableNaming;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Tells a model's table. */
@Command(
    name = "model",
    description = "Tells the schema and the table of a materialised model.",
    footer = {"", "Example:", "  bin/lakeferry name model --label \"Monthly revenue\" --team 1"})
final class NameModelCommand extends OperatorCommand {
  @Option(
      names = "--label",
      required = true,
      description = "The model's label, else its saved query's name.")
  private String label;

  @Option(names = "--team", description = "The team's id; without it the schema is a pattern.")
  private Long team;

  NameModelCommand(Workplace workplace) {
    super(workplace);
  }

  @Override
  public void run() {
    TableName table = TableNaming.modelTable(TeamPlace.or1(team), label);
    say("schema  %s%ntable   %s", TeamPlace.shown(table.schema(), team), table.table());
  }
}
