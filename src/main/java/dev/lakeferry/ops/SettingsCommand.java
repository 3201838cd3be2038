package dev.lakeferry.ops;

import dev.lakeferry.settings.Settings;
import picocli.CommandLine.Command;

/** Prints the settings that hold. */
@Command(
    name = "settings",
    description =
        "Prints every setting with what holds and where that comes from; secrets are masked.",
    footer = {"", "Example:", "  LAKEFERRY_PROFILE=local bin/lakeferry settings"})
final class SettingsCommand extends OperatorCommand {
  SettingsCommand(Workplace workplace) {
    super(workplace);
  }

  @Override
  public void run() {
    Settings settings = workplace().settings();
    TextTable table = new TextTable("VARIABLE", "VALUE", "FROM");
    settings
        .resolved()
        .forEach(
            one ->
                table.add(
                    one.variable(), one.shown().isEmpty() ? null : one.shown(), one.origin()));
    table.print(out());
    settings.warnings().forEach(warning -> err().println("WARNING: " + warning));
    err().flush();
  }
}
