package dev.lakeferry.ops;

import dev.lakeferry.job.Organizations;
import dev.lakeferry.naming.NamingVersion;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Sets one organisation's rule. */
@Command(
    name = "set",
    description =
        "Sets by which rule an organisation's imported tables are named. Refused once data was"
            + " written under another one.",
    footer = {
      "",
      "Example:",
      "  bin/lakeferry org set 0190a000-0000-7000-8000-000000000001 \\",
      "    --naming-version copy_v1"
    })
final class OrgSetCommand extends OperatorCommand {
  @Parameters(paramLabel = "ID", description = "The organisation.")
  private String id;

  @Option(
      names = "--naming-version",
      required = true,
      paramLabel = "VERSION",
      converter = NamingVersionOption.class,
      description = "copy_v1 (tiktokads_ad_report) or legacy_batch_v1 (tik_tok_ads_ad_report).")
  private NamingVersion version;

  OrgSetCommand(Workplace workplace) {
    super(workplace);
  }

  @Override
  public void run() {
    if (id.isBlank()) {
      throw wrongUsage("The organisation's id is empty.");
    }
    workplace()
        .withState(
            state -> {
              new Organizations(state).set(id, version);
              return null;
            });
    say("Organisation %s: %s", id, version.id());
  }
}
