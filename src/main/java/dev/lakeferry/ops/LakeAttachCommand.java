package dev.lakeferry.ops;

import dev.lakeferry.lake.AttachText;
import dev.lakeferry.settings.Settings;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Prints how to read the lake. */
@Command(
    name = "attach",
    description = {
      "Prints the statements with which any DuckDB reads the lake, ready to paste.",
      "--plain for one session; --secrets for credentials that DuckDB keeps. Both unless one is"
          + " chosen. A reader is best given a role of PostgreSQL and S3 keys that can only read."
    },
    footer = {
      "",
      "Examples:",
      "  bin/lakeferry lake attach --plain",
      "  bin/lakeferry lake attach --secrets --show-passwords > attach.sql"
    })
final class LakeAttachCommand extends OperatorCommand {
  @Option(
      names = "--show-passwords",
      description = "Print passwords and keys instead of placeholders.")
  private boolean showPasswords;

  @ArgGroup private Form form;

  private static final class Form {
    @Option(names = "--plain", description = "Only the plain form.")
    private boolean plain;

    @Option(names = "--secrets", description = "Only the form with persistent secrets.")
    private boolean secrets;
  }

  LakeAttachCommand(Workplace workplace) {
    super(workplace);
  }

  @Override
  public void run() {
    Settings settings = workplace().settings();
    AttachText text = new AttachText(settings.catalog(), settings.lake(), showPasswords);
    if (form == null || form.plain) {
      out().print(text.plain());
    }
    if (form == null) {
      out().println();
    }
    if (form == null || form.secrets) {
      out().print(text.secrets());
    }
  }
}
