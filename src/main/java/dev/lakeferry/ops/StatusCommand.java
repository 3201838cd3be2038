package dev.lakeferry.ops;

import java.io.PrintWriter;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** One screen: what is being done, what waits, what failed, what was published. */
@Command(
    name = "status",
    description = {
      "Shows on one screen how many runs stand where, which attempts are being worked on and how far"
          + " they are, what failed in the last 24 hours, and which tables were published last."
    },
    footer = {
      "",
      "Examples:",
      "  bin/lakeferry status",
      "  bin/lakeferry status --team 1 --json",
      "  bin/lakeferry status --watch"
    })
final class StatusCommand extends OperatorCommand {
  private static final String CLEAR_SCREEN = "\u001b[H\u001b[2J";
  private static final Duration PERIOD = Duration.ofSeconds(2);

  @Option(names = "--team", description = "Only this team's.")
  private Long team;

  @Option(names = "--json", description = "A JSON object, for scripts.")
  private boolean json;

  @Option(names = "--watch", description = "Draw it again every two seconds, until Ctrl-C.")
  private boolean watch;

  StatusCommand(Workplace workplace) {
    super(workplace);
  }

  @Override
  public void run() {
    if (watch && json) {
      throw wrongUsage("--watch is for people and --json for scripts; give one of them.");
    }
    if (!watch) {
      tell(status());
      return;
    }
    while (!Thread.currentThread().isInterrupted()) {
      String screen = screen();
      out().print(CLEAR_SCREEN + screen);
      out().flush();
      try {
        Thread.sleep(PERIOD.toMillis());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private Status status() {
    return workplace().withState(state -> new StatusQueries(state, team).read());
  }

  /** A database that is away for a moment does not end the watch. */
  private String screen() {
    java.io.StringWriter text = new java.io.StringWriter();
    try (PrintWriter printer = new PrintWriter(text)) {
      try {
        print(status(), printer);
      } catch (CommandFailure away) {
        printer.println(away.getMessage());
      }
      printer.println();
      printer.println("Every %d s; Ctrl-C ends it.".formatted(PERIOD.toSeconds()));
    }
    return text.toString();
  }

  private void tell(Status status) {
    if (json) {
      out().println(ScriptJson.of(status));
    } else {
      print(status, out());
    }
  }

  private static void print(Status status, PrintWriter out) {
    out.printf(
        Locale.ROOT,
        "%s   inbox: %,d waiting%n%n",
        status.at().truncatedTo(ChronoUnit.SECONDS),
        status.inbox());
    TextTable runs =
        new TextTable(
            "WORKFLOW",
            "DUE",
            "LATER",
            "RUNNING",
            "COMPLETED",
            "FAILED",
            "SKIPPED",
            "STALE",
            "OLDEST DUE");
    for (Status.Workflow one : status.workflows()) {
      runs.add(
          one.workflow(),
          one.due(),
          one.later(),
          one.running(),
          one.completed(),
          one.failed(),
          one.skipped(),
          one.stale(),
          one.oldestDueSeconds() == null ? null : Took.of(one.oldestDueSeconds() * 1000));
    }
    runs.print(out);
    running(status, out);
    failures(status, out);
    published(status, out);
  }

  private static void running(Status status, PrintWriter out) {
    out.println();
    if (status.running().isEmpty()) {
      out.println("Nothing is being worked on.");
      return;
    }
    TextTable table =
        new TextTable("RUNNING", "TRY", "TABLE", "STAGE", "FOR", "OBJECTS", "MB", "MB/S", "LEFT");
    for (Status.Running one : status.running()) {
      table.add(
          one.run(),
          one.attempt(),
          one.table(),
          one.stage(),
          Took.of(one.tookMillis()),
          one.objectsTotal() == null
              ? null
              : "%d/%d".formatted(one.objectsDone(), one.objectsTotal()),
          "%.1f".formatted(one.bytesDone() / 1e6),
          one.bytesPerSecond() == null ? null : "%.1f".formatted(one.bytesPerSecond() / 1e6),
          one.secondsLeft() == null ? null : Took.of(one.secondsLeft() * 1000));
    }
    table.print(out);
  }

  private static void failures(Status status, PrintWriter out) {
    out.println();
    if (status.failures().isEmpty()) {
      out.println("Nothing failed in the last 24 hours.");
      return;
    }
    TextTable table = new TextTable("FAILED", "TRY", "TABLE", "AT", "ERROR");
    status
        .failures()
        .forEach(
            one ->
                table.add(
                    one.run(),
                    one.attempt(),
                    one.table(),
                    one.finishedAt().truncatedTo(ChronoUnit.SECONDS),
                    one.error()));
    table.print(out);
  }

  private static void published(Status status, PrintWriter out) {
    out.println();
    if (status.published().isEmpty()) {
      out.println("No table was published yet.");
      return;
    }
    TextTable table = new TextTable("PUBLISHED", "AT", "ROWS", "FILES", "SNAPSHOT");
    status
        .published()
        .forEach(
            one ->
                table.add(
                    one.table(),
                    one.finishedAt().truncatedTo(ChronoUnit.SECONDS),
                    one.rows(),
                    one.files(),
                    one.snapshotId()));
    table.print(out);
  }
}
