package dev.lakeferry.ops;

import dev.lakeferry.settings.LogSwitches;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** How much a command tells beside its answer. */
final class Verbosity {
  private static final Set<String> DETAILED = Set.of("DEBUG", "TRACE");

  private Verbosity() {}

  static boolean isDetailed(RootCommand root) {
    return root.verbose()
        || Optional.ofNullable(System.getenv("LAKEFERRY_LOG_LEVEL"))
            .map(level -> level.strip().toUpperCase(Locale.ROOT))
            .filter(DETAILED::contains)
            .isPresent();
  }

  /** Works only before the first logger is made. */
  static void settle(RootCommand root, Object command) {
    if (isDetailed(root) && System.getProperty("lakeferry.log.level") == null) {
      System.setProperty("lakeferry.log.level", "DEBUG");
    }
    if (!(command instanceof LongRunning)) {
      LogSwitches.forCommand();
    }
  }
}
