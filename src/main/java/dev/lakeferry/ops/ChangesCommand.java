package dev.lakeferry.ops;

import dev.lakeferry.lake.Catalog;
import dev.lakeferry.lake.Catalog.Snapshot;
import dev.lakeferry.lake.Lake;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.lake.TableChanges;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.settings.Settings;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Pages through the rows that changed in a table. */
@Command(
    name = "changes",
    description = {
      "Shows which rows of a table were inserted and deleted since a snapshot or a time.",
      "Where generations are published incrementally these are the rows of the files that changed;"
          + " a swap makes a new table, whose changes begin with all of its rows."
    },
    footer = {
      "",
      "Examples:",
      "  bin/lakeferry changes --since 41 \\",
      "    insights_data_imports_team_1.stripe_prod_invoices",
      "  bin/lakeferry changes --since 2d --limit 1000 --offset 1000 --json \\",
      "    insights_data_imports_team_1.stripe_prod_invoices"
    })
final class ChangesCommand extends OperatorCommand {
  private static final Pattern NAME = Pattern.compile("([^.]+)\\.([^.]+)");
  private static final int MOST = 10_000;
  private static final int WIDEST = 60;

  @Parameters(paramLabel = "SCHEMA.TABLE", description = "The table.")
  private String name;

  @Option(
      names = "--since",
      required = true,
      paramLabel = "SNAPSHOT|TIME",
      description =
          "A snapshot, whose own changes are left out; or a length of time (2d), a day, or a time"
              + " with its offset.")
  private String since;

  @Option(
      names = "--limit",
      defaultValue = "100",
      paramLabel = "N",
      description = "How many changes to show, at most 10,000; by default ${DEFAULT-VALUE}.")
  private int limit;

  @Option(
      names = "--offset",
      defaultValue = "0",
      paramLabel = "N",
      description = "How many to pass over.")
  private long offset;

  @Option(names = "--json", description = "A JSON object, for scripts.")
  private boolean json;

  ChangesCommand(Workplace workplace) {
    super(workplace);
  }

  /** The answer for scripts. */
  private record Changed(
      String table,
      long since,
      long until,
      boolean anew,
      long inserted,
      long deleted,
      List<TableChanges.Change> changes) {}

  @Override
  public void run() {
    Matcher matcher = NAME.matcher(name);
    if (!matcher.matches()) {
      throw wrongUsage("The table must be named <schema>.<table>, as bin/lakeferry runs shows it.");
    }
    if (limit < 1 || limit > MOST || offset < 0) {
      throw wrongUsage("--limit must be 1 to 10000, and --offset not negative.");
    }
    TableName table = new TableName(matcher.group(1), matcher.group(2));
    Settings settings = workplace().settings();
    try (Catalog catalog = new Catalog(settings.catalog(), settings.lake().metadataSchema());
        Lake lake = Lake.of(settings);
        LakeSession session = lake.open("changes of " + table)) {
      long id =
          catalog
              .tableId(table)
              .orElseThrow(
                  () -> new CommandFailure("There is no table %s in the lake.".formatted(table)));
      print(table, changes(session, catalog, table, catalog.began(id)));
    }
  }

  /** The snapshot after which changes are told; 0, the lake's first, where nothing is older. */
  private long since(Catalog catalog) {
    return since.matches("\\d{1,18}")
        ? Long.parseLong(since)
        : catalog.snapshotAt(new SinceOption().convert(since)).map(Snapshot::id).orElse(0L);
  }

  private TableChanges changes(LakeSession session, Catalog catalog, TableName table, long began) {
    long from = since(catalog);
    long newest = catalog.newestSnapshot();
    long first = Math.max(from + 1, began);
    if (first <= newest && catalog.snapshot(first).isEmpty()) {
      throw expired();
    }
    return new TableChanges(session, table, from, newest, began);
  }

  private CommandFailure expired() {
    return new CommandFailure(
        "The lake has no snapshots any more from which the changes since %s could be told; the oldest"
                .formatted(since)
            + " are expired. Read the table as a whole.");
  }

  private void print(TableName table, TableChanges changes) {
    List<TableChanges.Change> page = changes.page(limit, offset);
    if (json) {
      out()
          .println(
              ScriptJson.of(
                  new Changed(
                      table.toString(),
                      changes.since(),
                      changes.until(),
                      changes.anew(),
                      changes.count("insert"),
                      changes.count("delete"),
                      page)));
      return;
    }
    say(
        "%s after snapshot %d up to %d: %,d rows inserted, %,d deleted%s",
        table,
        changes.since(),
        changes.until(),
        changes.count("insert"),
        changes.count("delete"),
        changes.anew() ? "; the table was made anew meanwhile" : "");
    TextTable lines = new TextTable("SNAPSHOT", "CHANGE", "ROW");
    page.forEach(
        change -> lines.add(change.snapshot(), change.change(), cut(change.row().toString())));
    lines.print(out());
  }

  private static String cut(String text) {
    return text.length() > 2 * WIDEST ? text.substring(0, 2 * WIDEST) + "…" : text;
  }
}
