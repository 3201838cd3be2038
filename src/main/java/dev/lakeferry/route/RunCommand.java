package dev.lakeferry.route;

import dev.lakeferry.ops.LongRunning;
import dev.lakeferry.settings.LogSwitches;
import dev.lakeferry.settings.Settings;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs the service until the process is told to stop. */
@Command(
    name = "run",
    description = {
      "Runs the service: takes completed imports and publishes them, until SIGTERM or Ctrl-C.",
      "It starts also while PostgreSQL or S3 is down, says what it waits for, and begins by itself."
    },
    footer = {
      "",
      "Settings come from the environment and application.properties (docs/configuration.md).",
      "",
      "Examples:",
      "  bin/lakeferry run",
      "  LAKEFERRY_PROFILE=local bin/lakeferry run",
      "  bin/lakeferry run --supervise"
    })
public final class RunCommand implements Callable<Integer>, LongRunning {
  private final Supplier<Settings> source;

  @Option(
      names = "--supervise",
      description =
          "Starts it again whenever its process dies, with growing pauses. For a plain machine;"
              + " systemd, Docker and Kubernetes do the same by themselves (deploy/).")
  private boolean supervised;

  /** Takes where the settings come from. */
  public RunCommand(Supplier<Settings> source) {
    this.source = source;
  }

  @Override
  public Integer call() throws Exception {
    if (supervised) {
      throw new IllegalStateException(
          "--supervise belongs to bin/lakeferry, which this process was not started by.");
    }
    Settings settings = source.get();
    LogSwitches.forService(settings);
    // Not a constant: a logger made earlier would not know the switches.
    Logger log = LoggerFactory.getLogger(RunCommand.class);
    settings.warnings().forEach(log::warn);
    return new Service(settings).run();
  }
}
