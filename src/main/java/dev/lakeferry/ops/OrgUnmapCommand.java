package dev.lakeferry.ops;

import dev.lakeferry.job.Actor;
import dev.lakeferry.job.OrganizationLakes;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Takes one organisation's lake away. */
@Command(
    name = "unmap",
    description =
        "Takes an organisation's lake away. While no organisation has one, the lake of the service's"
            + " own settings serves all.",
    footer = {"", "Example:", "  bin/lakeferry org unmap 0190a000-0000-7000-8000-000000000001"})
final class OrgUnmapCommand extends OperatorCommand {
  @Parameters(paramLabel = "ID", description = "The organisation.")
  private String id;

  OrgUnmapCommand(Workplace workplace) {
    super(workplace);
  }

  @Override
  public void run() {
    workplace()
        .withState(
            state -> {
              new OrganizationLakes(state).unmap(id, Actor.commandLine());
              return null;
            });
    say("Organisation %s has no lake of its own any more.", id);
  }
}
