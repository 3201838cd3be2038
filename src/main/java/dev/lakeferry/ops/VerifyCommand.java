package dev.lakeferry.ops;

import dev.lakeferry.job.Generations;
import dev.lakeferry.job.PublishedGeneration;
import dev.lakeferry.job.TableHistory;
import dev.lakeferry.lake.Lake;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.naming.TableNaming;
import dev.lakeferry.settings.Settings;
import dev.lakeferry.verification.CheckResult;
import dev.lakeferry.verification.CheckedTable;
import dev.lakeferry.verification.LiveVerification;
import dev.lakeferry.verification.LiveVerification.LastPublished;
import dev.lakeferry.verification.Rulebook;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Verifies a live table. */
@Command(
    name = "verify",
    description = {
      "Runs the checks that make sense on a live table: rows, columns and files against what was"
          + " published last, whether data can be decoded, and the declared checks.",
      "Nothing is written. Ends with 1 if a check fails; one that warns is told."
    },
    footer = {
      "",
      "Examples:",
      "  bin/lakeferry verify insights_data_imports_team_1.stripe_prod_invoices",
      "  LAKEFERRY_VERIFY_DECODE_FILES=all bin/lakeferry verify --json \\",
      "    insights_data_imports_team_1.stripe_prod_invoices"
    })
final class VerifyCommand extends OperatorCommand {
  private static final Pattern TEAM = Pattern.compile(".*_team_([1-9][0-9]{0,17})");

  @Parameters(
      paramLabel = "SCHEMA.TABLE",
      converter = TableArgument.class,
      description = "The table.")
  private TableName table;

  @Option(names = "--json", description = "A JSON object, for scripts.")
  private boolean json;

  VerifyCommand(Workplace workplace) {
    super(workplace);
  }

  /** The answer for scripts. */
  private record Verified(String table, String run, boolean passed, List<CheckLine> checks) {}

  @Override
  public void run() {
    Settings settings = workplace().settings();
    Optional<PublishedGeneration> last =
        workplace()
            .withState(
                state -> new Generations(state).lastPublished(settings.lake().dataPath(), table));
    // What an operator took back to an older generation is compared with that one.
    LastPublished live =
        workplace()
            .withState(
                state -> new TableHistory(state, settings.lake().dataPath()).of(table, 1).stream())
            .findFirst()
            .map(one -> new LastPublished(one.snapshot(), one.rows(), one.files()))
            .orElse(LastPublished.NOTHING);
    List<CheckResult> results = verify(settings, table, last, live);
    print(table, last, results);
    long failed = results.stream().filter(CheckResult::forbids).count();
    if (failed > 0) {
      out().flush();
      throw new CommandFailure(
          "%s: %d of %d checks failed.".formatted(table, failed, results.size()));
    }
  }

  private List<CheckResult> verify(
      Settings settings, TableName table, Optional<PublishedGeneration> last, LastPublished live) {
    Rulebook rulebook = new Rulebook(settings);
    rulebook.problems().forEach(problem -> err().println("WARNING: " + problem));
    try (Lake lake = Lake.of(settings);
        LakeSession session = lake.open("verify " + table)) {
      if (session.columns(table).isEmpty()) {
        throw new CommandFailure("There is no table %s in the lake.".formatted(table));
      }
      return new LiveVerification(
              session, rulebook.of(checked(table, last), false, Optional.empty()))
          .run(live);
    }
  }

  private static CheckedTable checked(TableName table, Optional<PublishedGeneration> last) {
    if (last.isEmpty()) {
      Matcher team = TEAM.matcher(table.schema());
      return CheckedTable.ofImport(
          null, null, team.matches() ? Long.parseLong(team.group(1)) : 0, null, table, null);
    }
    PublishedGeneration one = last.get();
    return new CheckedTable(
        one.runId(),
        one.workflow(),
        one.teamId(),
        one.jobId(),
        table,
        one.modelLabel(),
        TableNaming.normalizedName(one.name() != null ? one.name() : one.savedQueryName()),
        one.savedQueryId(),
        one.savedQueryName());
  }

  private void print(
      TableName table, Optional<PublishedGeneration> last, List<CheckResult> results) {
    List<CheckLine> lines = results.stream().map(CheckLine::of).toList();
    if (json) {
      out()
          .println(
              ScriptJson.of(
                  new Verified(
                      table.toString(),
                      last.map(PublishedGeneration::runId).orElse(null),
                      results.stream().noneMatch(CheckResult::forbids),
                      lines)));
      return;
    }
    say(
        "%s, %s",
        table,
        last.map(
                one ->
                    "published by %s (snapshot %d, %s)"
                        .formatted(one.runId(), one.snapshotId(), one.finishedAt()))
            .orElse("which no run of this service published"));
    CheckLine.table(lines).print(out());
  }
}
