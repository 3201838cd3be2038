package dev.lakeferry.ops;

import picocli.CommandLine.Command;

/** Tells the service that something finished upstream. */
@Command(
    name = "submit",
    description = "Tells the service that something finished upstream.",
    footer = {
      "",
      "Examples:",
      "  bin/lakeferry submit import --help",
      "  bin/lakeferry submit materialization --help"
    })
final class SubmitCommands extends CommandGroup {}
