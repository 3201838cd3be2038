package dev.lakeferry.ops;

import dev.lakeferry.job.Organizations;
import dev.lakeferry.job.Organizations.Organization;
import java.util.List;
import picocli.CommandLine.Command;

/** Lists the organisations that have a rule. */
@Command(
    name = "list",
    description = "Lists the organisations that are known, with their table-naming versions.",
    footer = {"", "Example:", "  bin/lakeferry org list"})
final class OrgListCommand extends OperatorCommand {
  OrgListCommand(Workplace workplace) {
    super(workplace);
  }

  @Override
  public void run() {
    List<Organization> known = workplace().withState(state -> new Organizations(state).all());
    if (known.isEmpty()) {
      say(
          "No organisation is known yet. An unknown one is named by LAKEFERRY_ORGANIZATIONS_UNKNOWN"
              + " (%s).",
          workplace().settings().text("lakeferry.organizations.unknown"));
      return;
    }
    TextTable table = new TextTable("ORGANISATION", "NAMING VERSION", "FIRST WRITTEN");
    known.forEach(one -> table.add(one.id(), one.namingVersion(), one.firstWrittenAt()));
    table.print(out());
  }
}
