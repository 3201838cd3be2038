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
    return of(
        workplace,
        dryRuns,
        directory -> {
          throw new IllegalStateException("No routes are checked here.");
        });
  }

  /**
   * As above, with dry runs and checks of routes.
   *
   * @param dryRuns makes them of the settings, when one is asked for
   */
  public static List<CommandLine> of(
      Workplace workplace, Function<Settings, DryRuns> dryRuns, RouteChecks routeChecks) {
    return List.of(
        new CommandLine(new LakeCommands())
            .addSubcommand(new LakeInitCommand(workplace))
            .addSubcommand(new LakeAttachCommand(workplace))
            .addSubcommand(new LakeInfoCommand(workplace))
            .addSubcommand(new LakeHistoryCommand(workplace))
            .addSubcommand(new LakeRollbackCommand(workplace)),
        new CommandLine(new SubmitCommands())
            .addSubcommand(new SubmitImportCommand(workplace, dryRuns))
            .addSubcommand(new SubmitMaterializationCommand(workplace, dryRuns)),
        new CommandLine(new StatusCommand(workplace)),
        new CommandLine(new RunsCommand(workplace)).addSubcommand(new ShowRunCommand(workplace)),
        new CommandLine(new VerifyCommand(workplace)),
        new CommandLine(new ChangesCommand(workplace)),
        new CommandLine(new RetryCommand(workplace)),
        new CommandLine(new RegateCommand(workplace)),
        new CommandLine(new CancelCommand(workplace)),
        new CommandLine(new HoldCommand(workplace)),
        new CommandLine(new ReleaseCommand(workplace)),
        new CommandLine(new AuditCommand(workplace)),
        new CommandLine(new LeftoversCommand(workplace)),
        new CommandLine(new UpkeepCommands())
            .addSubcommand(new UpkeepRunCommand(workplace))
            .addSubcommand(new UpkeepLogCommand(workplace)),
        new CommandLine(new EraseCommand(workplace)),
        new CommandLine(new RoutesCommands())
            .addSubcommand(new RoutesValidateCommand(routeChecks))
            .addSubcommand(new RoutesListCommand(workplace)),
        new CommandLine(new OrgCommands())
            .addSubcommand(new OrgSetCommand(workplace))
            .addSubcommand(new OrgImportCommand(workplace))
            .addSubcommand(new OrgListCommand(workplace))
            .addSubcommand(new OrgSyncCommand(workplace))
            .addSubcommand(new OrgMigrateNamingCommand(workplace))
            .addSubcommand(new OrgLakesCommand(workplace))
            .addSubcommand(new OrgMapCommand(workplace))
            .addSubcommand(new OrgUnmapCommand(workplace)),
        new CommandLine(new NameCommands())
            .addSubcommand(new NameImportCommand(workplace))
            .addSubcommand(new NameModelCommand(workplace)),
        new CommandLine(new UserCommands())
            .addSubcommand(new UserAddCommand(workplace))
            .addSubcommand(new UserListCommand(workplace))
            .addSubcommand(new UserRemoveCommand(workplace)),
        new CommandLine(new SettingsCommand(workplace)),
        new CommandLine(new CheckCommand(workplace)),
        new CommandLine(new CompletionCommand()));
  }
}
