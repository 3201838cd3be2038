package dev.lakeferry.demo;

import dev.lakeferry.ops.LongRunning;
import dev.lakeferry.settings.LogSwitches;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Shows the whole service at work, with nothing but this program. */
@Command(
    name = "demo",
    description = {
      "Starts PostgreSQL and S3 inside the process, writes sample imports, runs the service with the"
          + " shipped routes on them, and tells what happens.",
      "Then it prints how to read the lake, and serves until Ctrl-C. Settings of the environment are"
          + " not used, so it touches nothing but its own directory."
    },
    footer = {
      "",
      "Examples:",
      "  bin/lakeferry demo",
      "  bin/lakeferry demo --once",
      "  bin/lakeferry demo --data /tmp/lake"
    })
public final class DemoCommand implements Callable<Integer>, LongRunning {
  /** The system property by which bin/lakeferry says that standard output is a terminal. */
  static final String TERMINAL = "lakeferry.terminal";

  private static final List<Long> TEAMS_WITH_FLAG = List.of(1L, 2L);

  @Spec private CommandSpec spec;

  @Option(
      names = "--once",
      description =
          "End when all is shown: with 0 if every completion ended as the sample declares, else 1.")
  private boolean once;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Keep database, objects and log in this directory from run to run.")
  private Path data;

  @Override
  public Integer call() throws Exception {
    DemoDirectory directory = DemoDirectory.open(Optional.ofNullable(data));
    LogSwitches.toFile(directory.log());
    Narrator narrator = new Narrator(spec.commandLine().getOut(), Boolean.getBoolean(TERMINAL));
    Demo demo = new Demo(narrator, directory, TEAMS_WITH_FLAG);
    Thread ending = new Thread(() -> end(demo, directory, narrator), "demo-end");
    Runtime.getRuntime().addShutdownHook(ending);
    try {
      List<String> differences = demo.run();
      differences.forEach(difference -> narrator.print("NOT AS DECLARED: " + difference));
      if (!once) {
        narrator.print(demo.serving());
        new CountDownLatch(1).await();
      }
      demo.close();
      if (differences.isEmpty()) {
        narrator.print("Every completion ended as the sample declares.");
        directory.remove();
        return 0;
      }
      narrator.print("The service's log is kept: " + directory.log());
      return 1;
    } catch (Exception e) {
      if (demo.ending()) {
        // The hook closes what this thread was using; that is no failure.
        return 1;
      }
      demo.close();
      throw new IllegalStateException(
          "%s%nThe service's log is kept: %s".formatted(e.getMessage(), directory.log()), e);
    } finally {
      forget(ending);
    }
  }

  private static void end(Demo demo, DemoDirectory directory, Narrator narrator) {
    narrator.printLast("Ending: the service first, then S3 and PostgreSQL ...");
    demo.close();
    directory.remove();
  }

  private static void forget(Thread ending) {
    try {
      Runtime.getRuntime().removeShutdownHook(ending);
    } catch (IllegalStateException underway) {
      // The process is ending already, by this very hook.
      Thread.onSpinWait();
    }
  }
}
