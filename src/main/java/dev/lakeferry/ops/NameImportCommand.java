package dev.lakeferry.ops;

import dev.lakeferry.naming.NamingVersion;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.naming.TableNaming;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Tells an import's table. */
@Command(
    name = "import",
    description = "Tells the schema and the table of an import.",
    footer = {
      "",
      "Examples:",
      "  bin/lakeferry name import --source-type Stripe --prefix prod \\",
      "    --name invoices --team 1",
      "  bin/lakeferry name import --source-type TikTokAds --name ad_report \\",
      "    --naming-version legacy_batch_v1"
    })
final class NameImportCommand extends OperatorCommand {
  @Option(names = "--source-type", required = true, description = "Such as Stripe.")
  private String sourceType;

  @Option(names = "--prefix", description = "The source's table prefix, if it has one.")
  private String prefix;

  @Option(names = "--name", required = true, description = "The source schema's name.")
  private String name;

  @Option(
      names = "--naming-version",
      paramLabel = "VERSION",
      converter = NamingVersionOption.class,
      defaultValue = "copy_v1",
      description = "The organisation's: copy_v1 (default) or legacy_batch_v1.")
  private NamingVersion version;

  @Option(names = "--team", description = "The team's id; without it the schema is a pattern.")
  private Long team;

  NameImportCommand(Workplace workplace) {
    super(workplace);
  }

  @Override
  public void run() {
    TableName table =
        TableNaming.importTable(version, TeamPlace.or1(team), sourceType, prefix, name);
    say("schema  %s%ntable   %s", TeamPlace.shown(table.schema(), team), table.table());
  }
}
