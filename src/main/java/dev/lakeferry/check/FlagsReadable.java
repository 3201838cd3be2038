package dev.lakeferry.check;

import dev.lakeferry.gate.Gate;
import dev.lakeferry.settings.Settings;
import java.nio.file.Path;
import java.util.Optional;

/** Whether the flag file can be read: if not, every gate is off. */
final class FlagsReadable extends Probe {
  private final Path file;

  FlagsReadable(Settings settings) {
    super("flags");
    this.file = settings.path("lakeferry.flags.file");
  }

  @Override
  Finding look() {
    Optional<String> problem = Gate.problem(file);
    return problem
        .map(
            words ->
                Finding.failed(
                    words,
                    "Mend it, or correct LAKEFERRY_FLAGS_FILE; until then every gate is off."))
        .orElseGet(() -> Finding.ok(file + " is read"));
  }
}
