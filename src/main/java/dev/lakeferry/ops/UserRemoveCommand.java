package dev.lakeferry.ops;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Takes somebody's login away. */
@Command(
    name = "remove",
    description = "Takes a user away; a service that runs refuses the next request of theirs.",
    footer = {"", "Example:", "  bin/lakeferry user remove alice"})
final class UserRemoveCommand extends OperatorCommand {
  @Parameters(paramLabel = "NAME", description = "The user's name.")
  private String name;

  UserRemoveCommand(Workplace workplace) {
    super(workplace);
  }

  @Override
  public void run() {
    if (!workplace().usersFile().remove(name)) {
      throw new CommandFailure("There is no user %s. Nothing was changed.".formatted(name));
    }
    say("User %s is removed.", name);
  }
}
