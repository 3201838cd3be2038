package dev.lakeferry.ops;

import dev.lakeferry.job.Actor;
import dev.lakeferry.settings.Settings;
import dev.lakeferry.upkeep.ErasedTable;
import dev.lakeferry.upkeep.Erasure;
import dev.lakeferry.upkeep.Erasure.Subject;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Removes a team's tables. */
@Command(
    name = "erase",
    description = {
      "Removes a team's tables from the lake, and puts them on hold. Readers lose them at once;"
          + " older snapshots of them go by upkeep: when the retention is over they are expired,"
          + " and then their objects are deleted. Given again, it removes what is left, and lists"
          + " it.",
      "Switch the team's flags off first, else the next import waits for the release of the table."
    },
    footer = {
      "",
      "Examples:",
      "  bin/lakeferry erase --team 7 --dry-run",
      "  bin/lakeferry erase --team 7 --yes",
      "  bin/lakeferry erase --team 7 --yes \\",
      "    --source-schema 0190a000-0000-7000-8000-0000000010a1"
    })
final class EraseCommand extends OperatorCommand {
  @Option(names = "--team", required = true, paramLabel = "ID", description = "The team.")
  private long team;

  @Option(
      names = "--source-schema",
      paramLabel = "ID",
      description = "Only what came from this source schema, or saved query.")
  private String sourceSchema;

  @Option(names = "--dry-run", description = "Tell what there is, and do nothing.")
  private boolean dryRun;

  @Option(names = "--yes", description = "Do it; without this nothing is changed.")
  private boolean yes;

  @Option(names = "--json", description = "As JSON, for scripts.")
  private boolean json;

  EraseCommand(Workplace workplace) {
    super(workplace);
  }

  @Override
  public void run() {
    if (team < 1) {
      throw wrongUsage("--team must be 1 or more.");
    }
    boolean act = yes && !dryRun;
    Settings settings = workplace().settings();
    Subject subject = new Subject(team, sourceSchema);
    List<ErasedTable> tables =
        workplace()
            .withStateDatabase(
                state -> {
                  try (OpenLake lake = new OpenLake(settings)) {
                    Erasure erasure =
                        new Erasure(
                            settings, state, lake.engines(), lake.catalog(), lake.objects());
                    return act
                        ? erasure.erase(subject, Actor.commandLine())
                        : erasure.look(subject);
                  }
                });
    if (json) {
      say("%s", ScriptJson.of(tables));
    } else {
      print(tables);
    }
    out().flush();
    if (!act && !dryRun) {
      throw new CommandFailure("Nothing was changed; --yes does it.");
    }
    if (tables.stream().anyMatch(ErasedTable::busy)) {
      throw new CommandFailure(
          "Tables that are being published were left as they are; give the command again.");
    }
  }

  private void print(List<ErasedTable> tables) {
    TextTable lines =
        new TextTable(
            "TABLE",
            "STATE",
            "OBJECTS NAMED",
            "TOO YOUNG",
            "REMOVABLE",
            "BYTES LEFT",
            "GONE AFTER");
    for (ErasedTable table : tables) {
      lines.add(
          table.table(),
          state(table),
          number(table.objectsNamed()),
          number(table.objectsLeft()),
          number(table.objectsRemoved()),
          number(table.bytes()),
          table.readableUntil() == null
              ? null
              : table.readableUntil().truncatedTo(ChronoUnit.MINUTES));
    }
    lines.print(out());
    say(
        "%d tables; nothing is left of %d.",
        tables.size(), tables.stream().filter(ErasedTable::gone).count());
  }

  private static String state(ErasedTable table) {
    if (table.busy()) {
      return "being published";
    }
    if (table.live()) {
      return "live";
    }
    return table.gone() ? "gone" : "dropped";
  }

  private static String number(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }
}
