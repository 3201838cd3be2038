package dev.lakeferry.settings;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Lakes that are served beside the environment's own: a file each, which says where catalog, bucket
 * and Duckgres are. All else is as in the environment.
 */
final class LakeFiles {
  static final String SUFFIX = ".properties";

  private static final Pattern NAME = Pattern.compile("[a-z0-9-]{1,40}");

  /** What a lake's file may say. */
  private static final Pattern LAKE = Pattern.compile("(?:ducklake|duckgres)\\..+");

  /** Without these a lake's file would mean the environment's lake. */
  private static final List<String> IDENTITY = List.of("ducklake.bucket", "ducklake.rds.database");

  private LakeFiles() {}

  static Map<String, Settings> in(Path directory, Settings environment) {
    Map<String, Settings> lakes = new TreeMap<>();
    for (Path file : files(directory, environment)) {
      String name = file.getFileName().toString().replace(SUFFIX, "");
      lakes.put(name, read(file, name, environment));
    }
    refuseOverlaps(lakes, environment);
    return lakes;
  }

  private static List<Path> files(Path directory, Settings environment) {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.filter(file -> file.toString().endsWith(SUFFIX)).sorted().toList();
    } catch (IOException e) {
      throw new SettingsException(
          List.of("LAKEFERRY_LAKES_DIRECTORY %s cannot be read: %s".formatted(directory, e)),
          environment.profile(),
          Optional.empty());
    }
  }

  private static Settings read(Path file, String name, Settings environment) {
    List<String> problems = new ArrayList<>();
    if (!NAME.matcher(name).matches() || name.equals(Settings.ENVIRONMENT_LAKE)) {
      problems.add(
          "'%s' is no name for a lake: small letters, digits and dashes, and not '%s'"
              .formatted(name, Settings.ENVIRONMENT_LAKE));
    }
    Map<String, String> variables = variables(file, problems);
    try {
      if (problems.isEmpty()) {
        return environment.ofLake(variables);
      }
    } catch (SettingsException e) {
      problems.addAll(e.problems());
    }
    throw new SettingsException(
        problems.stream().map(problem -> file.getFileName() + ": " + problem).toList(),
        environment.profile(),
        Optional.of(file));
  }

  private static Map<String, String> variables(Path file, List<String> problems) {
    Properties lines = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      lines.load(reader);
    } catch (IOException | IllegalArgumentException e) {
      problems.add("cannot be read as a properties file: " + e.getMessage());
      return Map.of();
    }
    Map<String, String> variables = new HashMap<>();
    for (String key : lines.stringPropertyNames()) {
      Optional<Setting> setting =
          Catalogue.all().stream().filter(known -> known.key().equals(key)).findFirst();
      if (setting.isEmpty() || !LAKE.matcher(key).matches()) {
        problems.add(key + " is no setting of a lake; ducklake.* and duckgres.* are");
      } else {
        variables.put(setting.get().variable(), lines.getProperty(key));
      }
    }
    for (String key : IDENTITY) {
      if (lines.getProperty(key, "").isBlank()) {
        problems.add(key + " is missing: a lake has its own");
      }
    }
    // The environment's belongs to another bucket.
    variables.putIfAbsent(
        Catalogue.get("ducklake.data.path").variable(),
        "s3://%s/".formatted(lines.getProperty("ducklake.bucket", "").strip()));
    return variables;
  }

  private static void refuseOverlaps(Map<String, Settings> lakes, Settings environment) {
    Map<String, Settings> all = new TreeMap<>(lakes);
    all.put(Settings.ENVIRONMENT_LAKE, environment);
    List<String> problems = new ArrayList<>();
    all.forEach(
        (name, lake) ->
            all.forEach(
                (other, second) -> {
                  if (name.compareTo(other) < 0) {
                    overlap(lake, second)
                        .ifPresent(
                            what ->
                                problems.add(
                                    "the lakes %s and %s %s".formatted(name, other, what)));
                  }
                }));
    if (!problems.isEmpty()) {
      throw new SettingsException(problems, environment.profile(), Optional.empty());
    }
  }

  private static Optional<String> overlap(Settings one, Settings two) {
    String path = one.lake().dataPath();
    String other = two.lake().dataPath();
    if (path.startsWith(other) || other.startsWith(path)) {
      return Optional.of(
          "have data paths that overlap (%s and %s): each would take the other's files for its own"
              .formatted(path, other));
    }
    return catalog(one).equals(catalog(two))
        ? Optional.of("have one catalog (%s)".formatted(catalog(one)))
        : Optional.empty();
  }

  private static String catalog(Settings lake) {
    DatabaseSettings catalog = lake.catalog();
    return "%s:%d/%s, schema %s"
        .formatted(
            catalog.host(), catalog.port(), catalog.database(), lake.lake().metadataSchema());
  }
}
