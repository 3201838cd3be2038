package dev.lakeferry.ops;

import picocli.CommandLine.Command;

/** Makes the lake, and tells how to read it. */
@Command(
    name = "lake",
    description = "Makes the lake, tells how to read it and what it holds, and takes a table back.",
    footer = {"", "Example:", "  bin/lakeferry lake init"})
final class LakeCommands extends CommandGroup {}
