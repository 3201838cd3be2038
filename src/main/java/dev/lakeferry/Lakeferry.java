package dev.lakeferry;

import dev.lakeferry.demo.DemoCommand;
import dev.lakeferry.ops.Commands;
import dev.lakeferry.ops.OperatorCommands;
import dev.lakeferry.ops.Workplace;
import dev.lakeferry.route.DryRun;
import dev.lakeferry.route.OfflineRoutes;
import dev.lakeferry.route.RunCommand;
import dev.lakeferry.settings.Settings;
import java.util.ArrayList;
import java.util.List;

/** Starts Lakeferry: the command that the arguments name. */
public final class Lakeferry {
  private Lakeferry() {}

  public static void main(String[] args) {
    List<Object> commands = new ArrayList<>();
    commands.add(new RunCommand(Settings::read));
    commands.add(new DemoCommand());
    commands.addAll(
        OperatorCommands.of(
            new Workplace(Settings::readForCommand),
            DryRun::new,
            new OfflineRoutes(System.getenv())));
    System.exit(new Commands(commands).execute(args));
  }
}
