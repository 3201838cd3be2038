package dev.lakeferry.ops;

import dev.lakeferry.job.AuditEntry;
import dev.lakeferry.job.AuditLog;
import java.time.temporal.ChronoUnit;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows who did what. */
@Command(
    name = "audit",
    description = "Shows who did what by page, API or command; the newest first.",
    footer = {
      "",
      "Examples:",
      "  bin/lakeferry audit",
      "  bin/lakeferry audit --action hold --limit 10",
      "  bin/lakeferry audit --who alice --json"
    })
final class AuditCommand extends OperatorCommand {
  @Option(names = "--who", description = "Only what this user did.")
  private String who;

  @Option(
      names = "--action",
      description = "Only these: retry, cancel, hold, release, regate, submit, rollback, erase.")
  private String action;

  @Option(names = "--subject", description = "Only what was done to this run, table or job.")
  private String subject;

  @Option(names = "--before", paramLabel = "ID", description = "Only entries with a smaller id.")
  private Long before;

  @Mixin private LimitOption limit;

  @Option(names = "--json", description = "As JSON, for scripts.")
  private boolean json;

  AuditCommand(Workplace workplace) {
    super(workplace);
  }

  @Override
  public void run() {
    List<AuditEntry> entries =
        workplace()
            .withState(
                state ->
                    new AuditLog(state)
                        .newest(new AuditLog.Filter(who, action, subject, before), limit.value()));
    if (json) {
      say("%s", ScriptJson.of(entries.stream().map(AuditLine::of).toList()));
      return;
    }
    TextTable table = new TextTable("AT", "WHO", "FROM", "ACTION", "SUBJECT", "DETAIL");
    entries.forEach(
        entry ->
            table.add(
                entry.at().truncatedTo(ChronoUnit.SECONDS),
                entry.who(),
                entry.origin(),
                entry.action(),
                entry.subject(),
                entry.detail()));
    table.print(out());
  }
}
