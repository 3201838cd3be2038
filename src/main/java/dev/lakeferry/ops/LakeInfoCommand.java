package dev.lakeferry.ops;

import dev.lakeferry.job.BoundTables;
import dev.lakeferry.job.Generations;
import dev.lakeferry.job.Hold;
import dev.lakeferry.job.PublishedGeneration;
import dev.lakeferry.job.TableHolds;
import dev.lakeferry.lake.LakeMeasures;
import dev.lakeferry.lake.LiveTable;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.settings.Settings;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Jdbi;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Tells what the lake, or a table of it, is made of. */
@Command(
    name = "info",
    description = {
      "Tells what the lake, or one of its tables, is made of: files, bytes, rows, snapshots, what"
          + " waits to be deleted, and what is wrong.",
      "Asks the catalog alone; no file is read."
    },
    footer = {
      "",
      "Examples:",
      "  bin/lakeferry lake info",
      "  bin/lakeferry lake info --json \\",
      "    insights_data_imports_team_1.stripe_prod_invoices"
    })
final class LakeInfoCommand extends OperatorCommand {
  private static final int TOLD = 20;

  @Parameters(
      paramLabel = "SCHEMA.TABLE",
      arity = "0..1",
      converter = TableArgument.class,
      description = "A table; the whole lake without.")
  private TableName table;

  @Option(names = "--json", description = "As JSON, for scripts.")
  private boolean json;

  LakeInfoCommand(Workplace workplace) {
    super(workplace);
  }

  /** The whole lake, for scripts. */
  private record WholeLake(
      String dataPath,
      String metadataSchema,
      Map<String, String> options,
      Map<String, Long> measures,
      List<String> alarms) {}

  /** One table, for scripts. */
  private record OneTable(
      String table,
      Map<String, Long> measures,
      List<String> partitionKeys,
      boolean inlined,
      Long changedIn,
      Instant changedAt,
      String owner,
      String onHold,
      String run,
      String job,
      Long publishedIn,
      Instant publishedAt) {}

  @Override
  public void run() {
    try (OpenLake lake = new OpenLake(workplace().settings())) {
      if (table == null) {
        wholeLake(lake);
      } else {
        oneTable(lake);
      }
    }
  }

  private void wholeLake(OpenLake lake) {
    Settings settings = workplace().settings();
    LakeMeasures measures = new LakeMeasures(lake.catalog());
    List<String> alarms = new ArrayList<>(measures.pathsRegisteredTwice(TOLD));
    alarms.addAll(measures.tablesLiveTwice(TOLD));
    WholeLake whole =
        new WholeLake(
            settings.lake().dataPath(),
            settings.lake().metadataSchema(),
            measures.options(),
            measures.read(),
            List.copyOf(alarms));
    if (json) {
      say("%s", ScriptJson.of(whole));
      return;
    }
    TextTable lines = new TextTable("LAKE", whole.dataPath());
    lines.add("catalog schema", whole.metadataSchema());
    whole.options().forEach((name, value) -> lines.add("option " + name, value));
    figures(whole.measures(), lines);
    lines.print(out());
    alarms.forEach(alarm -> say("ALARM: %s", alarm));
  }

  private void oneTable(OpenLake lake) {
    LakeMeasures measures = new LakeMeasures(lake.catalog());
    long id =
        lake.catalog()
            .tableId(table)
            .orElseThrow(
                () -> new CommandFailure("There is no table %s in the lake.".formatted(table)));
    LiveTable live = lake.catalog().liveTable(id);
    OneTable one = workplace().withState(state -> told(state, live, measures.ofTable(id)));
    if (json) {
      say("%s", ScriptJson.of(one));
      return;
    }
    TextTable lines = new TextTable("TABLE", one.table());
    figures(one.measures(), lines);
    lines.add(
        "partitioned by",
        one.partitionKeys().isEmpty() ? null : String.join(", ", one.partitionKeys()));
    lines.add("rows in the catalog itself", one.inlined() ? "yes" : "none");
    lines.add("changed in snapshot", one.changedIn());
    lines.add("changed at", one.changedAt());
    lines.add("owner", one.owner());
    lines.add("on hold", one.onHold());
    lines.add("last published by", one.run());
    lines.add("job", one.job());
    lines.add("in snapshot", one.publishedIn());
    lines.add("at", one.publishedAt());
    lines.print(out());
  }

  private OneTable told(Jdbi state, LiveTable live, Map<String, Long> measures) {
    String lake = workplace().settings().lake().dataPath();
    Optional<PublishedGeneration> last = new Generations(state).lastPublished(lake, table);
    var changed = live.lastChange();
    return new OneTable(
        table.toString(),
        measures,
        live.partitionKeys(),
        live.inlined(),
        changed.map(snapshot -> snapshot.id()).orElse(null),
        changed.map(snapshot -> snapshot.time()).orElse(null),
        new BoundTables(state, lake).owner(table).map(Object::toString).orElse(null),
        new TableHolds(state, lake).find(table).map(Hold::sentence).orElse(null),
        last.map(PublishedGeneration::runId).orElse(null),
        last.map(PublishedGeneration::jobId).orElse(null),
        last.map(PublishedGeneration::snapshotId).orElse(null),
        last.map(PublishedGeneration::finishedAt).orElse(null));
  }

  private static void figures(Map<String, Long> measures, TextTable lines) {
    measures.forEach(
        (name, value) ->
            lines.add(name.replace('_', ' '), String.format(Locale.ROOT, "%,d", value)));
  }
}
