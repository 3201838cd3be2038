package dev.lakeferry.ops;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** docs/commands.md leaves no command out. */
class CommandsDocumentTest {
  @Test
  void everyCommandIsDescribed() throws IOException {
    String text = Files.readString(Path.of("docs/commands.md"));
    List<String> names = new ArrayList<>(List.of("run", "demo"));
    for (CommandLine command :
        OperatorCommands.of(
            new Workplace(
                () -> {
                  throw new IllegalStateException("No settings are needed to list commands.");
                }))) {
      boolean group = command.getCommandSpec().userObject() instanceof CommandGroup;
      if (!group) {
        names.add(command.getCommandName());
      }
      command
          .getSubcommands()
          .keySet()
          .forEach(sub -> names.add(command.getCommandName() + " " + sub));
    }
    assertThat(names).hasSizeGreaterThan(15);
    assertThat(names).allSatisfy(name -> assertThat(text).contains("`" + name + "`"));
  }
}
