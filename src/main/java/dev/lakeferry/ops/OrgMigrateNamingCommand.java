package dev.lakeferry.ops;

import dev.lakeferry.job.Actor;
import dev.lakeferry.job.NamingChange;
import dev.lakeferry.job.OrganizationLakes;
import dev.lakeferry.job.Organizations;
import dev.lakeferry.job.UnknownOrganization;
import dev.lakeferry.lake.Catalog;
import dev.lakeferry.lake.Lake;
import dev.lakeferry.naming.NamingVersion;
import dev.lakeferry.settings.Settings;
import dev.lakeferry.state.StateDatabase;
import dev.lakeferry.upkeep.NamingMigration;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Renames an organisation's tables together with its rule. */
@Command(
    name = "migrate-naming",
    description = {
      "Renames an organisation's imported tables in the lake to what another table-naming version"
          + " calls them, and sets that version: all of them or none.",
      "Readers of the old names find no table afterwards; the view lakeferry.physical_name tells the"
          + " new ones. If it is interrupted, the same command finishes it."
    },
    footer = {
      "",
      "Examples:",
      "  bin/lakeferry org migrate-naming 0190a000-0000-7000-8000-000000000001 \\",
      "    --to copy_v1 --dry-run",
      "  bin/lakeferry org migrate-naming 0190a000-0000-7000-8000-000000000001 \\",
      "    --to copy_v1"
    })
final class OrgMigrateNamingCommand extends OperatorCommand {
  @Parameters(paramLabel = "ID", description = "The organisation.")
  private String id;

  @Option(
      names = "--to",
      required = true,
      paramLabel = "VERSION",
      converter = NamingVersionOption.class,
      description = "copy_v1 (tiktokads_ad_report) or legacy_batch_v1 (tik_tok_ads_ad_report).")
  private NamingVersion to;

  @Option(names = "--dry-run", description = "Tell what would be renamed, and rename nothing.")
  private boolean dryRun;

  OrgMigrateNamingCommand(Workplace workplace) {
    super(workplace);
  }

  @Override
  public void run() {
    if (id.isBlank()) {
      throw wrongUsage("The organisation's id is empty.");
    }
    Settings settings = workplace().settings();
    workplace()
        .withStateDatabase(
            state -> {
              migrate(settings, state);
              return null;
            });
  }

  /** The version is the organisation's, whichever lake it has: its tables there are renamed. */
  private void refuseAnotherLake(Settings settings, StateDatabase state) {
    String ours = settings.optionalText("lakeferry.lake").orElse(Settings.ENVIRONMENT_LAKE);
    String theirs =
        new OrganizationLakes(state.jdbi()).lakeOf(id).orElse(Settings.ENVIRONMENT_LAKE);
    if (!ours.equals(theirs)) {
      throw new CommandFailure(
          "Organisation %s has the lake %s, and this command works on %s. Nothing was changed; give it with LAKEFERRY_LAKE=%s."
              .formatted(id, theirs, ours, theirs.equals(Settings.ENVIRONMENT_LAKE) ? "" : theirs));
    }
  }

  private void migrate(Settings settings, StateDatabase state) {
    refuseAnotherLake(settings, state);
    try (Catalog catalog = new Catalog(settings.catalog(), settings.lake().metadataSchema());
        Lake lake = Lake.of(settings)) {
      NamingMigration migration =
          new NamingMigration(
              state,
              lake,
              catalog,
              settings.lake().dataPath(),
              settings.duration("lakeferry.commit.wait"));
      NamingVersion from =
          new Organizations(state.jdbi()).namingVersion(id, UnknownOrganization.COPY_V1);
      List<NamingChange> planned = migration.plan(id, from, to);
      if (from == to && planned.isEmpty()) {
        say("Organisation %s: %s already. Nothing was changed.", id, to.id());
        return;
      }
      tell(planned);
      if (dryRun) {
        say(
            "Organisation %s would become %s, %d tables renamed. Nothing was changed.",
            id, to.id(), planned.size());
        return;
      }
      int due = migration.run(id, from, to, Actor.commandLine());
      say(
          "Organisation %s: %s, %d tables renamed; %d runs that waited for them are due.",
          id, to.id(), planned.size(), due);
    }
  }

  private void tell(List<NamingChange> planned) {
    if (planned.isEmpty()) {
      return;
    }
    TextTable table = new TextTable("SCHEMA", "TABLE", "BECOMES", "");
    planned.forEach(
        change ->
            table.add(
                change.from().schema(),
                change.from().table(),
                change.to().table(),
                change.tableId() == null ? "not published yet" : ""));
    table.print(out());
  }
}
