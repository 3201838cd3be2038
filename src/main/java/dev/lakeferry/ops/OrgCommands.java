package dev.lakeferry.ops;

import picocli.CommandLine.Command;

/** Sets by which rule an organisation's tables are named. */
@Command(
    name = "org",
    description = "Sets by which rule an organisation's tables are named.",
    footer = {
      "",
      "Example:",
      "  bin/lakeferry org set 0190a000-0000-7000-8000-000000000001 --naming-version legacy_batch_v1"
    })
final class OrgCommands extends CommandGroup {}
