package dev.lakeferry.ops;

import picocli.CommandLine.Command;

/** Keeps the lake up by hand, and tells what was done. */
@Command(
    name = "upkeep",
    description = "Keeps the lake up, as the service does by itself, and tells what was done.",
    footer = {"", "Example:", "  bin/lakeferry upkeep run --dry-run"})
final class UpkeepCommands extends CommandGroup {}
