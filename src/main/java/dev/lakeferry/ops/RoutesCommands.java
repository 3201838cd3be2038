package dev.lakeferry.ops;

import picocli.CommandLine.Command;

/** Checks and shows the routes that operators edit. */
@Command(
    name = "routes",
    description = "Checks and shows the routes that operators edit.",
    footer = {"", "Examples:", "  bin/lakeferry routes validate", "  bin/lakeferry routes list"})
final class RoutesCommands extends CommandGroup {}
