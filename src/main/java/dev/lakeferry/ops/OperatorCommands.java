package dev.lakeferry.ops;

import dev.lakeferry.settings.Settings;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine;

/** The commands of an operator, in the order in which help lists them. */
public final class OperatorCommands {
  private OperatorCommands() {}

  /** Makes them; nothing is read or opened until one of them runs. */
  public static List<CommandLine> of(Workplace workplace) {
    return of(
        workplace,
        settings -> {
          throw new IllegalStateException("There are no dry runs here.");
        });
  }

  /**
   * As above, with dry runs.
   *
   * @param dryRuns makes them of the settings, when one is asked for
   */
  public static List<CommandLine> of(Workplace workplace, Function<Settings, DryRuns> dryRuns) {
    return List.of(
        new CommandLine(new LakeCommands())
            .addSubcommand(new LakeInitCommand(workplace))
            .addSubcommand(new LakeAttachCommand(workplace)),
        new CommandLine(new SubmitCommands())
            .addSubcommand(new SubmitImportCommand(workplace, dryRuns))
            .addSubcommand(new SubmitMaterializationCommand(workplace, dryRuns)),
        new CommandLine(new RunsCommand(workplace)).addSubcommand(new ShowRunCommand(workplace)),
        new CommandLine(new VerifyCommand(workplace)),
        new CommandLine(new ChangesCommand(workplace)),
        new CommandLine(new RetryCommand(workplace)),
        new CommandLine(new RegateCommand(workplace)),
        new CommandLine(new LeftoversCommand(workplace)),
        new CommandLine(new OrgCommands())
            .addSubcommand(new OrgSetCommand(workplace))
            .addSubcommand(new OrgImportCommand(workplace))
            .addSubcommand(new OrgListCommand(workplace)),
        new CommandLine(new NameCommands())
            .addSubcommand(new NameImportCommand(workplace))
            .addSubcommand(new NameModelCommand(workplace)),
        new CommandLine(new SettingsCommand(workplace)));
  }
}
