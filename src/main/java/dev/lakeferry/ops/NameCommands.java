package dev.lakeferry.ops;

import picocli.CommandLine.Command;

/** Tells in which table data arrives, without writing anything. */
@Command(
    name = "name",
    description = "Tells in which table data arrives, without writing anything.",
    footer = {
      "",
      "Example:",
      "  bin/lakeferry name import --source-type Stripe --name invoices --team 1"
    })
final class NameCommands extends CommandGroup {}
