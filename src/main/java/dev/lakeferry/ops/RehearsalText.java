package dev.lakeferry.ops;

import dev.lakeferry.publish.Rehearsal;
import java.io.PrintWriter;

/** A dry run as people read it. */
final class RehearsalText {
  private RehearsalText() {}

  static void print(Rehearsal rehearsal, String workflow, PrintWriter out) {
    out.printf("Dry run of %s by %s; nothing was changed.%n", rehearsal.table(), workflow);
    out.printf(
        "  Rows     %s%n",
        rehearsal
            .liveRows()
            .map(live -> "%,d now, %,d then".formatted(live, rehearsal.rows()))
            .orElseGet(() -> "%,d in a new table".formatted(rehearsal.rows())));
    out.printf(
        "  Files    %,d registered, %,d rewritten%n",
        rehearsal.registeredFiles(), rehearsal.rewrittenFiles());
    out.printf(
        "  Columns  %s%n",
        rehearsal.liveRows().isEmpty()
            ? rehearsal.columns().size() + " in a new table"
            : rehearsal.columnChanges().isEmpty()
                ? "the same"
                : String.join("; ", rehearsal.columnChanges()));
    CheckLine.table(rehearsal.checks().stream().map(CheckLine::of).toList()).print(out);
    out.println(rehearsal.wouldPublish() ? "It would be published." : "It would not be published.");
  }
}
