package dev.lakeferry.ops;

import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;

/**
 * Puts the commands below {@code lakeferry} and runs one of them.
 *
 * <p>Exit codes: 0 done; 1 failed, with what failed on standard error; 2 wrong usage or
 * configuration.
 */
public final class Commands {
  private final CommandLine line;

  /** Takes objects with picocli's {@code @Command}, in the order in which help lists them. */
  public Commands(List<?> commands) {
    var root = new RootCommand();
    line = new CommandLine(root);
    commands.forEach(line::addSubcommand);
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setExecutionExceptionHandler(new Failures(root));
    line.setExecutionStrategy(parsed -> settled(root, parsed));
  }

  /** Answers go here instead of standard output and standard error. */
  public Commands writingTo(PrintWriter out, PrintWriter err) {
    line.setOut(out);
    line.setErr(err);
    return this;
  }

  /** Runs the command that the arguments name; answers the exit code. */
  public int execute(String... arguments) {
    int exitCode = line.execute(arguments);
    line.getOut().flush();
    line.getErr().flush();
    return exitCode;
  }

  private static int settled(RootCommand root, ParseResult parsed) {
    ParseResult last = parsed;
    while (last.hasSubcommand()) {
      last = last.subcommand();
    }
    Verbosity.settle(root, last.commandSpec().userObject());
    return new RunLast().execute(parsed);
  }
}
