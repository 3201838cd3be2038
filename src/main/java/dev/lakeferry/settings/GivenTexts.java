package dev.lakeferry.settings;

import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Consumer;

/**
 * What somebody set: a variable of the environment wins over a line of the file; what is blank
 * counts as not set.
 */
final class GivenTexts {
  private final Map<String, String> environment;
  private final Properties file;

  GivenTexts(Map<String, String> environment, Properties file) {
    this.environment = environment;
    this.file = file;
  }

  Optional<String> find(Setting setting) {
    return fromEnvironment(setting).or(() -> cleaned(setting, file.getProperty(setting.key())));
  }

  /** Tells whether the value that counts comes from the file. */
  boolean isFromFile(Setting setting) {
    return fromEnvironment(setting).isEmpty() && find(setting).isPresent();
  }

  /**
   * Tells of ports that are passed over: Kubernetes sets NAME_PORT=tcp://… in every container for a
   * service called NAME.
   */
  void tellPassedOver(Consumer<String> warnings) {
    Catalogue.all().stream()
        .filter(setting -> isServiceLink(setting, environment.get(setting.variable())))
        .forEach(
            setting ->
                warnings.accept(
                    setting.variable()
                        + " holds an address that Kubernetes sets for a service of that name; it is"
                        + " passed over"));
  }

  private Optional<String> fromEnvironment(Setting setting) {
    String text = environment.get(setting.variable());
    return isServiceLink(setting, text) ? Optional.empty() : cleaned(setting, text);
  }

  private static boolean isServiceLink(Setting setting, String text) {
    return text != null && text.startsWith("tcp://") && setting.kind() instanceof Kind.Whole;
  }

  private static Optional<String> cleaned(Setting setting, String text) {
    return Optional.ofNullable(text)
        .filter(given -> !given.isBlank())
        .map(given -> setting.isSecret() ? given : given.strip());
  }
}
