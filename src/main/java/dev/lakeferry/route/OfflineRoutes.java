package dev.lakeferry.route;

import dev.lakeferry.ops.RouteChecks;
import dev.lakeferry.ops.RouteProblem;
import dev.lakeferry.route.reload.Validation;
import dev.lakeferry.settings.ProgramHome;
import dev.lakeferry.settings.Settings;
import dev.lakeferry.settings.SettingsException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Checks routes without a service, a database or a store: in an editor's shell or in CI. */
public final class OfflineRoutes implements RouteChecks {
  private final Map<String, String> environment;

  /** Takes the variables that placeholders may name. */
  public OfflineRoutes(Map<String, String> environment) {
    this.environment = Map.copyOf(environment);
  }

  @Override
  public List<RouteProblem> check(Path directory) {
    return new Validation(KnownToRoutes.of(settings(), "offline")).check(directory);
  }

  /** Where the settings of a service are not complete, those of a developer's machine stand in. */
  private Settings settings() {
    Path file = ProgramHome.settingsFile();
    try {
      return Settings.read(environment, file);
    } catch (SettingsException incomplete) {
      Map<String, String> local = new HashMap<>(environment);
      local.put("LAKEFERRY_PROFILE", "local");
      return Settings.read(local, file);
    }
  }
}
