package dev.lakeferry.ops;

import dev.lakeferry.job.Actor;
import dev.lakeferry.job.OrganizationLakes;
import dev.lakeferry.settings.Settings;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Gives one organisation a lake. */
@Command(
    name = "map",
    description = {
      "Gives an organisation a lake: what it completes from now on is published there.",
      "Once one organisation has a lake, those without are refused. Tables that are published"
          + " already stay where they are."
    },
    footer = {
      "",
      "Example:",
      "  bin/lakeferry org map 0190a000-0000-7000-8000-000000000001 --lake environment"
    })
final class OrgMapCommand extends OperatorCommand {
  @Parameters(paramLabel = "ID", description = "The organisation.")
  private String id;

  @Option(
      names = "--lake",
      required = true,
      paramLabel = "NAME",
      description =
          "A file NAME.properties in LAKEFERRY_LAKES_DIRECTORY; environment for the lake of the"
              + " service's own settings.")
  private String lake;

  OrgMapCommand(Workplace workplace) {
    super(workplace);
  }

  @Override
  public void run() {
    if (id.isBlank()) {
      throw wrongUsage("The organisation's id is empty.");
    }
    Set<String> known = new TreeSet<>(workplace().settings().lakes().keySet());
    known.add(Settings.ENVIRONMENT_LAKE);
    if (!known.contains(lake)) {
      throw new CommandFailure(
          "There is no lake %s; there are: %s. Nothing was changed; docs/lakes.md tells how to add one."
              .formatted(lake, String.join(", ", known)));
    }
    workplace()
        .withState(
            state -> {
              new OrganizationLakes(state).map(id, lake, Actor.commandLine());
              return null;
            });
    say("Organisation %s: lake %s", id, lake);
  }
}
