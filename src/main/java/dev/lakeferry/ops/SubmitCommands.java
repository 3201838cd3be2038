package dev.lakeferry.ops;

import picocli.CommandLine.Command;

/** Tells the service that something finished upstream. */
@Command(
    name = "submit",
    description = "Tells the service that something finished upstream.",
    footer = {"", "Example:", "  bin/lakeferry submit import --help"})
final class SubmitCommands extends CommandGroup {}
