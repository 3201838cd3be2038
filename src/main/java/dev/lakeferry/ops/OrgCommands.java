package dev.lakeferry.ops;

import picocli.CommandLine.Command;

/** By which rule an organisation's tables are named, and in which lake they are. */
@Command(
    name = "org",
    description = "By which rule an organisation's tables are named, and in which lake they are.",
    footer = {"", "Example:", "  bin/lakeferry org list"})
final class OrgCommands extends CommandGroup {}
