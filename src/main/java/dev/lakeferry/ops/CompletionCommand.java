package dev.lakeferry.ops;

import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints what a shell needs to complete commands and options. */
@Command(
    name = "completion",
    description = "Prints a script with which a shell completes commands and options.",
    footer = {
      "",
      "Examples:",
      "  source <(bin/lakeferry completion bash)",
      "  source <(bin/lakeferry completion zsh)"
    })
final class CompletionCommand implements Runnable {
  /** The shells that are known. */
  enum Shell {
    bash,
    zsh
  }

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "SHELL", description = "${COMPLETION-CANDIDATES}.")
  private Shell shell;

  @Override
  public void run() {
    CommandLine root = spec.root().commandLine();
    // The script serves both: it makes zsh load its emulation of bash's completion.
    String script = AutoComplete.bash(root.getCommandName(), root);
    spec.commandLine()
        .getOut()
        .print(
            shell == Shell.zsh
                ? "# For zsh, by its emulation of bash's completion.\n" + script
                : script);
  }
}
