package dev.lakeferry.ops;

import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.job.Organizations;
import dev.lakeferry.job.Organizations.Organization;
import dev.lakeferry.naming.NamingVersion;
import dev.lakeferry.settings.Secret;
import dev.lakeferry.settings.Settings;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Jdbi;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Reads the organisations' rules from the control plane. */
@Command(
    name = "sync",
    description = {
      "Reads the table-naming versions of all organisations that completions name from Duckgres'"
          + " control plane (DUCKGRES_API_URL, DUCKGRES_INTERNAL_SECRET), and sets them here.",
      "One that has data under another version keeps it and is told; the command then ends with 1."
    },
    footer = {"", "Examples:", "  bin/lakeferry org sync --dry-run", "  bin/lakeferry org sync"})
final class OrgSyncCommand extends OperatorCommand {
  @Option(names = "--dry-run", description = "Tell what would be set, and set nothing.")
  private boolean dryRun;

  OrgSyncCommand(Workplace workplace) {
    super(workplace);
  }

  @Override
  public void run() {
    ControlPlane plane = plane(workplace().settings());
    int refused = workplace().withState(state -> sync(state, plane));
    if (refused > 0) {
      out().flush();
      throw new CommandFailure(
          "%d organisations keep their version: they have data under it. Rename their tables with: bin/lakeferry org migrate-naming"
              .formatted(refused));
    }
  }

  private static ControlPlane plane(Settings settings) {
    URI address =
        settings
            .optionalEndpoint("duckgres.api.url")
            .orElseThrow(
                () ->
                    new CommandFailure(
                        "DUCKGRES_API_URL is not set: where Duckgres' control plane is."));
    Secret secret =
        settings
            .secret("duckgres.internal.secret")
            .orElseThrow(
                () ->
                    new CommandFailure(
                        "DUCKGRES_INTERNAL_SECRET is not set: what lets us into Duckgres' control"
                            + " plane."));
    return new ControlPlane(address, secret);
  }

  private int sync(Jdbi state, ControlPlane plane) {
    Organizations organizations = new Organizations(state);
    Map<String, String> known =
        organizations.all().stream()
            .collect(Collectors.toMap(Organization::id, Organization::namingVersion));
    List<String> named = organizations.named();
    if (named.isEmpty()) {
      say("No completion named an organisation yet; there is nothing to ask for.");
      return 0;
    }
    TextTable table = new TextTable("ORGANISATION", "NAMING VERSION", "");
    int refused = 0;
    for (String id : named) {
      NamingVersion version = plane.namingVersion(id);
      String before = known.get(id);
      if (version.id().equals(before)) {
        table.add(id, version.id(), "as it was");
        continue;
      }
      String done = dryRun ? "would be set" : set(organizations, id, version);
      if (done.isEmpty()) {
        refused++;
        table.add(id, before, "kept: it has data, the control plane says " + version.id());
      } else {
        table.add(id, version.id(), before == null ? done : done + ", was " + before);
      }
    }
    table.print(out());
    return refused;
  }

  /** Empty if it is refused. */
  private static String set(Organizations organizations, String id, NamingVersion version) {
    try {
      organizations.set(id, version);
      return "set";
    } catch (FinalFailure hasData) {
      return "";
    }
  }
}
