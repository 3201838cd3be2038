package dev.lakeferry.ops;

import dev.lakeferry.failure.RunFailure;
import dev.lakeferry.settings.SettingsException;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/** Tells the operator what failed; the stack trace only where it was asked for. */
final class Failures implements IExecutionExceptionHandler {
  private final RootCommand root;

  Failures(RootCommand root) {
    this.root = root;
  }

  @Override
  public int handleExecutionException(Exception failure, CommandLine command, ParseResult parsed) {
    PrintWriter err = command.getErr();
    err.println("lakeferry: " + message(failure));
    if (Verbosity.isDetailed(root)) {
      failure.printStackTrace(err);
    }
    err.flush();
    return failure instanceof SettingsException ? ExitCode.USAGE : ExitCode.SOFTWARE;
  }

  /** What our own code throws is written for the operator; anything else is named by its kind. */
  private static String message(Exception failure) {
    if (failure instanceof RunFailure
        || failure instanceof SettingsException
        || failure instanceof CommandFailure
        || failure instanceof IllegalArgumentException
        || failure instanceof IllegalStateException) {
      return failure.getMessage();
    }
    return "%s: %s (--verbose shows more)"
        .formatted(failure.getClass().getSimpleName(), failure.getMessage());
  }
}
