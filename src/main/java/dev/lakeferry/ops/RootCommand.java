package dev.lakeferry.ops;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The command that holds the others; alone it has nothing to do. */
@Command(
    name = "lakeferry",
    mixinStandardHelpOptions = true,
    scope = ScopeType.INHERIT,
    versionProvider = ManifestVersion.class,
    synopsisSubcommandLabel = "COMMAND",
    usageHelpAutoWidth = true,
    sortOptions = false,
    description = "Carries finished imports into a DuckLake.",
    footer = {
      "",
      "Exit codes: 0 done; 1 failed, standard error says what; 2 wrong usage or configuration.",
      "",
      "To begin with:",
      "  bin/lakeferry settings",
      "  bin/lakeferry lake init",
      "  bin/lakeferry COMMAND --help"
    })
final class RootCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--verbose",
      scope = ScopeType.INHERIT,
      description = "Log in detail, and show where in the program a failure arose.")
  private boolean verbose;

  @Override
  public Integer call() {
    throw new ParameterException(spec.commandLine(), "Missing command.");
  }

  boolean verbose() {
    return verbose;
  }
}
