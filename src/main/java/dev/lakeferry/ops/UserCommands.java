package dev.lakeferry.ops;

import picocli.CommandLine.Command;

/** Holds the commands of those who may log in. */
@Command(
    name = "user",
    description = "Who may log in to pages and API.",
    footer = {"", "Example:", "  bin/lakeferry user list"})
final class UserCommands extends CommandGroup {}
