package dev.lakeferry.ops;

import dev.lakeferry.job.Actor;
import dev.lakeferry.job.Again;
import java.time.Instant;
import java.util.OptionalLong;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Makes skipped runs due again. */
@Command(
    name = "regate",
    description =
        "Makes runs due again that were skipped because their flag was off. Each asks its flag anew;"
            + " where that is still off, it is skipped again.",
    footer = {
      "",
      "Examples:",
      "  bin/lakeferry regate --team 1",
      "  bin/lakeferry regate --team 1 --since 7d"
    })
final class RegateCommand extends OperatorCommand {
  @Option(names = "--team", description = "Only this team's runs.")
  private Long team;

  @Option(
      names = "--since",
      paramLabel = "TIME",
      converter = SinceOption.class,
      description =
          "Only imports that finished since then: 7d, 12h, 2026-01-02 or 2026-01-02T03:04:05Z.")
  private Instant since;

  RegateCommand(Workplace workplace) {
    super(workplace);
  }

  @Override
  public void run() {
    OptionalLong only = team == null ? OptionalLong.empty() : OptionalLong.of(team);
    int due =
        workplace().withState(state -> new Again(state).regate(only, since, Actor.commandLine()));
    say(due == 1 ? "1 run is due again." : "%d runs are due again.", due);
  }
}
