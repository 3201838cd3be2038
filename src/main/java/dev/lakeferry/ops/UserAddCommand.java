package dev.lakeferry.ops;

import dev.lakeferry.web.Access;
import dev.lakeferry.web.User;
import dev.lakeferry.web.UsersFile;
import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Adds somebody who may log in. */
@Command(
    name = "add",
    description = {
      "Adds a user to the file that LAKEFERRY_HTTP_USERS names, or gives one another password and"
          + " other roles. A service that runs reads the file again by itself.",
      "The password is asked for, or read as one line from standard input."
    },
    footer = {
      "",
      "Examples:",
      "  bin/lakeferry user add alice --role act",
      "  generate-password | bin/lakeferry user add upstream --role intake"
    })
final class UserAddCommand extends OperatorCommand {
  private static final int SHORTEST = 8;

  @Parameters(
      paramLabel = "NAME",
      description = "Letters, digits, dots, dashes, underscores, at signs.")
  private String name;

  @Option(
      names = "--role",
      required = true,
      paramLabel = "read|act|intake",
      description = "What the user may do; may be given several times. Who may act may read.")
  private List<String> roles;

  UserAddCommand(Workplace workplace) {
    super(workplace);
  }

  @Override
  public void run() {
    UsersFile file = workplace().usersFile();
    Set<Access> may = EnumSet.noneOf(Access.class);
    try {
      roles.forEach(role -> may.addAll(User.roles(role)));
    } catch (IllegalArgumentException e) {
      throw wrongUsage(e.getMessage());
    }
    char[] password = password();
    if (password.length < SHORTEST) {
      throw new CommandFailure(
          "The password is shorter than %d characters. Nothing was changed.".formatted(SHORTEST));
    }
    User user;
    try {
      user = User.of(name, may, password);
    } catch (IllegalArgumentException e) {
      throw wrongUsage(e.getMessage());
    }
    file.put(user);
    say("User %s may: %s", user.name(), user.roles());
  }

  private static char[] password() {
    Console console = System.console();
    if (console != null) {
      char[] once = console.readPassword("Password: ");
      char[] again = console.readPassword("Again: ");
      if (once == null || !Arrays.equals(once, again)) {
        throw new CommandFailure("The two passwords differ. Nothing was changed.");
      }
      return once;
    }
    try {
      String line =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
      return line == null ? new char[0] : line.toCharArray();
    } catch (IOException e) {
      throw new CommandFailure("The password cannot be read: " + e.getMessage(), e);
    }
  }
}
