package dev.lakeferry.settings;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Names that look like settings but are none: most often a slip of the pen, told with the nearest.
 */
final class UnknownNames {
  private static final Pattern OURS =
      Pattern.compile("(?:LAKEFERRY|DUCKLAKE|DUCKGRES|SOURCE_BUCKET)_.+");
  private static final Pattern OURS_IN_FILE =
      Pattern.compile("(?:lakeferry|ducklake|duckgres|source\\.bucket)\\..+");

  /** What Kubernetes sets in every container for each service beside it. */
  private static final Pattern SERVICE_LINK =
      Pattern.compile(".+_(?:SERVICE_HOST|SERVICE_PORT(?:_.+)?|PORT(?:_\\d+_.+)?)");

  /** Read by bin/lakeferry before there is a JVM. */
  private static final String JAVA_OPTS = "LAKEFERRY_JAVA_OPTS";

  private UnknownNames() {}

  static List<String> warnings(Map<String, String> environment, Properties file) {
    var warnings = new ArrayList<String>();
    Collection<String> variables = names(Setting::variable);
    environment.keySet().stream()
        .filter(name -> OURS.matcher(name).matches() && !variables.contains(name))
        .filter(name -> !SERVICE_LINK.matcher(name).matches() && !name.equals(JAVA_OPTS))
        .sorted()
        .forEach(name -> warnings.add(warning(name, variables)));
    Collection<String> keys = names(Setting::key);
    file.stringPropertyNames().stream()
        .filter(UnknownNames::isOurs)
        .filter(name -> !keys.contains(name))
        .sorted()
        .forEach(name -> warnings.add(warning(name + " in the file", keys, name)));
    return warnings;
  }

  /** Whether a key of the file is in the settings' name space, known or not. */
  static boolean isOurs(String key) {
    return OURS_IN_FILE.matcher(key).matches();
  }

  private static List<String> names(Function<Setting, String> name) {
    return Catalogue.all().stream().map(name).toList();
  }

  private static String warning(String name, Collection<String> known) {
    return warning(name, known, name);
  }

  private static String warning(String shown, Collection<String> known, String name) {
    return shown
        + " is no setting and has no effect"
        + nearest(name, known).map(near -> "; the nearest is " + near).orElse("");
  }

  private static Optional<String> nearest(String name, Collection<String> known) {
    return known.stream()
        .min(Comparator.comparingInt(other -> NearestName.distance(name, other)))
        .filter(other -> NearestName.distance(name, other) <= Math.max(2, name.length() / 3));
  }
}
