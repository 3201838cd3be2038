package dev.lakeferry.check;

import dev.lakeferry.settings.Settings;
import dev.lakeferry.verification.Rulebook;
import java.util.List;

/** Whether the declared checks can be used: the service does not start with broken ones. */
final class ChecksReadable extends Probe {
  private final Settings settings;

  ChecksReadable(Settings settings) {
    super("declared checks");
    this.settings = settings;
  }

  @Override
  Finding look() {
    List<String> problems = new Rulebook(settings).problems();
    return problems.isEmpty()
        ? Finding.ok(settings.path("lakeferry.verification.directory") + " is read")
        : Finding.failed(
            String.join("; ", problems), "Correct the files; docs/verification.md describes them.");
  }
}
