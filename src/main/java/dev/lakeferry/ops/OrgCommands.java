package dev.lakeferry.ops;

import picocli.CommandLine.Command;

/** Sets by which rule an organisation's tables are named. */
@Command(
    name = "org",
    description = "Sets by which rule an organisation's tables are named.",
    footer = {"", "Example:", "  bin/lakeferry org list"})
final class OrgCommands extends CommandGroup {}
