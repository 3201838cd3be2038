package dev.lakeferry.demo;

import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Tells what happens, a line an event: seconds since the JVM started, who, what, details. On a
 * terminal what goes on is one line that is written over; elsewhere it is told now and then.
 */
final class Narrator {
  private static final int DETAIL_WIDTH = 88;
  private static final String INDENT = " ".repeat(39);
  private static final String ERASE_LINE = "\r\u001b[K";
  private static final Duration PROGRESS_PERIOD = Duration.ofSeconds(1);

  private final PrintWriter out;
  private final boolean terminal;
  private boolean inProgress;
  private boolean silent;
  private Instant lastProgress = Instant.EPOCH;
  private String lastTold = "";

  /**
   * Takes where to tell it.
   *
   * @param terminal whether a line may be written over
   */
  Narrator(PrintWriter out, boolean terminal) {
    this.out = out;
    this.terminal = terminal;
  }

  /** When this JVM started. */
  static Instant jvmStart() {
    return Instant.ofEpochMilli(ManagementFactory.getRuntimeMXBean().getStartTime());
  }

  /** Tells an event. */
  synchronized void tell(String subject, String event, String detail) {
    if (silent) {
      return;
    }
    endProgress();
    List<String> lines = wrapped(detail);
    out.println(head(subject, event) + lines.get(0));
    lines.stream().skip(1).forEach(line -> out.println(INDENT + line));
    out.flush();
  }

  /** Tells what goes on at the moment. */
  synchronized void progress(String subject, String event, String detail) {
    if (terminal && !silent) {
      out.print(ERASE_LINE + head(subject, event) + detail);
      inProgress = true;
      out.flush();
      return;
    }
    String told = subject + event + detail;
    boolean due = Duration.between(lastProgress, Instant.now()).compareTo(PROGRESS_PERIOD) > 0;
    if (due && !told.equals(lastTold)) {
      lastProgress = Instant.now();
      lastTold = told;
      tell(subject, event, detail);
    }
  }

  /** Tells text as it stands, and nothing afterwards: what goes on while all ends is no news. */
  synchronized void printLast(String text) {
    print(text);
    silent = true;
  }

  /** Tells text as it stands. */
  synchronized void print(String text) {
    if (silent) {
      return;
    }
    endProgress();
    out.println(text);
    out.flush();
  }

  private void endProgress() {
    if (inProgress) {
      out.print(ERASE_LINE);
      inProgress = false;
    }
  }

  private static String head(String subject, String event) {
    double seconds = Duration.between(jvmStart(), Instant.now()).toMillis() / 1_000.0;
    return String.format(Locale.ROOT, "%6.1f s  %-22s %-11s ", seconds, subject, event);
  }

  private static List<String> wrapped(String detail) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : detail.split(" ", -1)) {
      if (!line.isEmpty() && line.length() + 1 + word.length() > DETAIL_WIDTH) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return lines;
  }
}
