package dev.lakeferry.ops;

import dev.lakeferry.lake.Catalog;
import dev.lakeferry.lake.Lake;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.lake.TableChanges;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.settings.Settings;
import java.util.List;
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
  private static final int MOST = 10_000;
  private static final int WIDEST = 60;

  @Parameters(
      paramLabel = "SCHEMA.TABLE",
      converter = TableArgument.class,
      description = "The table.")
  private TableName table;

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
    if (limit < 1 || limit > MOST || offset < 0) {
      throw wrongUsage("--limit must be 1 to 10000, and --offset not negative.");
    }
    Settings settings = workplace().settings();
    try (Catalog catalog = new Catalog(settings.catalog(), settings.lake().metadataSchema());
        Lake lake = Lake.of(settings);
        LakeSession session = lake.open("changes of " + table)) {
      print(table, new ChangesSince(catalog, table, since).in(session));
    }
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
