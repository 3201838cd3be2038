package dev.lakeferry.ops;

import java.util.List;
import picocli.CommandLine;

/** The commands of an operator, in the order in which help lists them. */
public final class OperatorCommands {
  private OperatorCommands() {}

  /** Makes them; nothing is read or opened until one of them runs. */
  public static List<CommandLine> of(Workplace workplace) {
    return List.of(
        new CommandLine(new LakeCommands())
            .addSubcommand(new LakeInitCommand(workplace))
            .addSubcommand(new LakeAttachCommand(workplace)),
        new CommandLine(new SubmitCommands())
            .addSubcommand(new SubmitImportCommand(workplace))
            .addSubcommand(new SubmitMaterializationCommand(workplace)),
        new CommandLine(new RunsCommand(workplace)).addSubcommand(new ShowRunCommand(workplace)),
        new CommandLine(new RetryCommand(workplace)),
        new CommandLine(new RegateCommand(workplace)),
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
