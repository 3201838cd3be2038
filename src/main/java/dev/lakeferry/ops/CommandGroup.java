package dev.lakeferry.ops;

import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that only holds others. */
abstract class CommandGroup implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Override
  public final Integer call() {
    throw new ParameterException(
        spec.commandLine(), "Missing the command after '" + spec.name() + "'.");
  }
}
