package dev.lakeferry.ops;

import dev.lakeferry.job.OrganizationLakes;
import dev.lakeferry.job.OrganizationLakes.Mapping;
import dev.lakeferry.settings.Settings;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Command;

/** Lists the lakes, and whom they serve. */
@Command(
    name = "lakes",
    description = "Lists the lakes that are served, and the organisations of each.",
    footer = {"", "Example:", "  bin/lakeferry org lakes"})
final class OrgLakesCommand extends OperatorCommand {
  OrgLakesCommand(Workplace workplace) {
    super(workplace);
  }

  @Override
  public void run() {
    Map<String, Settings> lakes = new TreeMap<>(workplace().settings().lakes());
    lakes.put(Settings.ENVIRONMENT_LAKE, workplace().settings().service());
    List<Mapping> mapped = workplace().withState(state -> new OrganizationLakes(state).all());
    TextTable table = new TextTable("LAKE", "DATA PATH", "CATALOG", "ORGANISATIONS");
    lakes.forEach(
        (name, lake) ->
            table.add(
                name,
                lake.lake().dataPath(),
                lake.catalog().host() + "/" + lake.catalog().database(),
                organisations(name, mapped)));
    table.print(out());
    mapped.stream()
        .filter(mapping -> !lakes.containsKey(mapping.lake()))
        .forEach(
            mapping ->
                say(
                    "Organisation %s has lake %s, of which there are no settings here: its runs fail.",
                    mapping.organizationId(), mapping.lake()));
  }

  private static String organisations(String lake, List<Mapping> mapped) {
    if (mapped.isEmpty()) {
      return lake.equals(Settings.ENVIRONMENT_LAKE) ? "all" : "none";
    }
    return Long.toString(mapped.stream().filter(one -> one.lake().equals(lake)).count());
  }
}
