package dev.lakeferry.ops;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** How many lines a list has at most. */
final class LimitOption {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  private int limit;

  @Option(
      names = "--limit",
      defaultValue = "50",
      description = "How many at most; ${DEFAULT-VALUE} unless set.")
  void limit(int most) {
    if (most < 1) {
      throw new ParameterException(spec.commandLine(), "--limit must be 1 or more.");
    }
    limit = most;
  }

  int value() {
    return limit;
  }
}
