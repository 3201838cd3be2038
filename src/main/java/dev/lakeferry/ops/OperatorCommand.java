package dev.lakeferry.ops;

import java.io.PrintWriter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that does something and says so; what it throws is told by {@link Failures}. */
abstract class OperatorCommand implements Runnable {
  @Spec private CommandSpec spec;
  private final Workplace workplace;

  OperatorCommand(Workplace workplace) {
    this.workplace = workplace;
  }

  final Workplace workplace() {
    return workplace;
  }

  final PrintWriter out() {
    return spec.commandLine().getOut();
  }

  final PrintWriter err() {
    return spec.commandLine().getErr();
  }

  final void say(String format, Object... arguments) {
    out().println(String.format(format, arguments));
  }

  /** A failure that ends with exit code 2 and this command's usage. */
  final ParameterException wrongUsage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
