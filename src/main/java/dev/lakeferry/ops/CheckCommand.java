package dev.lakeferry.ops;

import dev.lakeferry.check.Doctor;
import dev.lakeferry.check.Line;
import dev.lakeferry.check.Result;
import dev.lakeferry.check.Surroundings;
import dev.lakeferry.settings.Settings;
import dev.lakeferry.settings.SettingsException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.IExitCodeGenerator;
import picocli.CommandLine.Option;

/** The doctor. */
@Command(
    name = "check",
    description = {
      "Tries everything that the service needs, part by part: settings, databases, buckets and each"
          + " permission on them, engine, flags, clocks, disk. Each line says what to change.",
      "What it writes to the lake's bucket lies below __lakeferry_check/ and is removed again."
    },
    footer = {
      "",
      "Exit codes: 0 nothing failed; 1 something failed, or with --strict deserves a",
      "warning; 2 wrong usage.",
      "",
      "Examples:",
      "  bin/lakeferry check",
      "  bin/lakeferry check --strict --json"
    })
final class CheckCommand extends OperatorCommand implements IExitCodeGenerator {
  private static final int FAILED = 1;

  private final Function<Duration, Surroundings> surroundings;

  @Option(names = "--strict", description = "Exit code 1 also where there are only warnings.")
  private boolean strict;

  @Option(names = "--json", description = "A JSON object, for scripts.")
  private boolean json;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      defaultValue = "20",
      description = "How long one look may take; default ${DEFAULT-VALUE}.")
  private int seconds;

  private List<Line> lines = List.of();

  CheckCommand(Workplace workplace) {
    this(workplace, Surroundings::real);
  }

  /** For tests, which turn clocks and disks. */
  CheckCommand(Workplace workplace, Function<Duration, Surroundings> surroundings) {
    super(workplace);
    this.surroundings = surroundings;
  }

  /** What a script reads. */
  private record Report(boolean passed, long warnings, long failed, List<JsonEntry> checks) {}

  private record JsonEntry(
      String check, String result, String found, String change, long milliseconds) {
    static JsonEntry of(Line line) {
      return new JsonEntry(
          line.check(),
          line.result().word(),
          line.found(),
          line.change().isEmpty() ? null : line.change(),
          line.milliseconds());
    }
  }

  @Override
  public void run() {
    if (seconds < 1) {
      throw wrongUsage("--timeout must be 1 or more.");
    }
    lines = look(json ? line -> {} : this::print);
    long warnings = count(Result.WARNING);
    long failed = count(Result.FAILED);
    if (json) {
      out()
          .println(
              ScriptJson.of(
                  new Report(
                      getExitCode() == 0,
                      warnings,
                      failed,
                      lines.stream().map(JsonEntry::of).toList())));
    } else {
      say(
          "%d ok, %d with a warning, %d failed, %d not checked.",
          count(Result.OK), warnings, failed, count(Result.NOT_CHECKED));
    }
  }

  private List<Line> look(Consumer<Line> told) {
    Settings settings;
    try {
      settings = workplace().settings();
    } catch (SettingsException unusable) {
      List<Line> broken = Doctor.broken(unusable);
      broken.forEach(told);
      return broken;
    }
    return new Doctor(settings, surroundings.apply(Duration.ofSeconds(seconds))).look(told);
  }

  private void print(Line line) {
    say("%-11s  %-22s  %s", line.result().word(), line.check(), line.found());
    if (!line.change().isEmpty()) {
      say("%-11s  %-22s  -> %s", "", "", line.change());
    }
    out().flush();
  }

  private long count(Result result) {
    return lines.stream().filter(line -> line.result() == result).count();
  }

  @Override
  public int getExitCode() {
    boolean passed = count(Result.FAILED) == 0 && !(strict && count(Result.WARNING) > 0);
    return passed ? 0 : FAILED;
  }
}
