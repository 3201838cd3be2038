package dev.lakeferry.ops;

import picocli.CommandLine.Command;

/** Lists who may log in. */
@Command(
    name = "list",
    description = "Lists the users and what they may do.",
    footer = {"", "Example:", "  bin/lakeferry user list"})
final class UserListCommand extends OperatorCommand {
  UserListCommand(Workplace workplace) {
    super(workplace);
  }

  @Override
  public void run() {
    TextTable table = new TextTable("USER", "MAY");
    workplace().usersFile().read().values().forEach(user -> table.add(user.name(), user.roles()));
    table.print(out());
  }
}
