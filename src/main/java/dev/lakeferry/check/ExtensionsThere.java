package dev.lakeferry.check;

import dev.lakeferry.lake.Extensions;
import dev.lakeferry.settings.Settings;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;

/** Whether DuckDB loads its signed extensions from their directory. */
final class ExtensionsThere extends Probe {
  static final String NAME = "extensions";

  private final Path directory;

  ExtensionsThere(Settings settings) {
    super(NAME);
    this.directory = settings.engine().extensionDirectory();
  }

  @Override
  Finding look() throws SQLException {
    List<Extensions.Look> looks = Extensions.look(directory);
    String broken =
        looks.stream()
            .filter(look -> !look.problem().isEmpty())
            .map(look -> look.name() + " (" + look.problem() + ")")
            .collect(Collectors.joining(", "));
    if (!broken.isEmpty()) {
      return Finding.failed(
          "%s: cannot be loaded: %s".formatted(directory, broken),
          "Run bin/provision-extensions (it needs pip), copy the directory from a machine that has it,"
              + " or correct LAKEFERRY_EXTENSION_DIRECTORY.");
    }
    return Finding.ok(
        looks.stream()
            .map(look -> look.name() + " " + look.version())
            .collect(Collectors.joining(", ")));
  }
}
