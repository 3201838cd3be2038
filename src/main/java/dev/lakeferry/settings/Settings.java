package dev.lakeferry.settings;

import java.io.IOException;
import java.io.Reader;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;

/**
 * The service's configuration, checked as a whole. A non-blank environment variable wins, then the
 * file, then the profile's default. {@link Catalogue} declares what there is.
 */
public final class Settings {
  /** By this name an organisation is given the lake of the service's own settings. */
  public static final String ENVIRONMENT_LAKE = "environment";

  private final Profile profile;
  private final Map<String, Object> values;
  private final boolean duckgres;
  private final Properties others;
  private final List<String> warnings;
  private final List<ResolvedSetting> resolved;
  private final Given given;
  private final Settings service;
  private Map<String, Settings> lakes;

  /** What the settings were read from, to be read again with a lake's own values. */
  private record Given(Map<String, String> environment, Path file) {}

  private Settings(
      Given given,
      Settings service,
      Profile profile,
      Map<String, Object> values,
      boolean duckgres,
      Properties others,
      List<String> warnings,
      List<ResolvedSetting> resolved) {
    this.given = given;
    this.service = service == null ? this : service;
    this.profile = profile;
    this.values = Map.copyOf(values);
    this.duckgres = duckgres;
    this.others = others;
    this.warnings = List.copyOf(warnings);
    this.resolved = List.copyOf(resolved);
  }

  /** Reads this process's environment and the file beside the program. */
  public static Settings read() {
    return read(System.getenv(), ProgramHome.settingsFile());
  }

  /**
   * As {@link #read()}, for a command: those of the lake that LAKEFERRY_LAKE names.
   *
   * @throws SettingsException also if there is no such lake
   */
  public static Settings readForCommand() {
    return read().forCommand();
  }

  /**
   * Reads and checks all settings.
   *
   * @param file a properties file in UTF-8; null or not there means none
   * @throws SettingsException naming every variable that is missing, malformed or contradictory
   */
  public static Settings read(Map<String, String> environment, Path file) {
    return read(environment, file, null);
  }

  /** As above, for a lake of the service that has these settings; null for the service itself. */
  private static Settings read(Map<String, String> environment, Path file, Settings service) {
    var problems = new ArrayList<String>();
    Properties lines = load(file, problems);
    var given = new GivenTexts(environment, lines);
    var resolution = new Resolution(given, problems);
    Map<String, Object> values = resolution.values();
    List<String> warnings = new ArrayList<>(UnknownNames.warnings(environment, lines));
    given.tellPassedOver(warnings::add);
    new Consistency(given, resolution.profile(), values, resolution.duckgres(), problems, warnings)
        .check();
    if (!problems.isEmpty()) {
      throw new SettingsException(problems, resolution.profile(), Optional.ofNullable(file));
    }
    List<ResolvedSetting> resolved = resolution.resolved();
    lines.keySet().removeIf(key -> UnknownNames.isOurs(key.toString()));
    return new Settings(
        new Given(Map.copyOf(environment), file),
        service,
        resolution.profile(),
        values,
        resolution.duckgres(),
        lines,
        warnings,
        resolved);
  }

  private static Properties load(Path file, List<String> problems) {
    var lines = new Properties();
    if (file != null && Files.exists(file)) {
      try (Reader reader = Files.newBufferedReader(file)) {
        lines.load(reader);
      } catch (IOException | IllegalArgumentException e) {
        problems.add("%s cannot be read as a properties file: %s".formatted(file, e.getMessage()));
      }
    }
    return lines;
  }

  /** Where the service runs. */
  public Profile profile() {
    return profile;
  }

  /** What to tell the operator at start; the settings hold nevertheless. No secrets. */
  public List<String> warnings() {
    return warnings;
  }

  /** Every setting with what holds and where that comes from; secrets are masked. */
  public List<ResolvedSetting> resolved() {
    return resolved;
  }

  /** The PostgreSQL database of the DuckLake catalog. */
  public DatabaseSettings catalog() {
    return database("ducklake.rds.");
  }

  /** The PostgreSQL database of the service's own tables: one for all lakes. */
  public DatabaseSettings state() {
    // What is not set there falls back to the catalog's, and a lake has another.
    return service.database("lakeferry.state.");
  }

  /** What must show in no text that is stored or told. */
  public List<Secret> secrets() {
    List<Secret> secrets = new ArrayList<>();
    secrets.add(state().password());
    secret("lakeferry.flags.posthog.personal.key").ifPresent(secrets::add);
    secret("lakeferry.flags.posthog.project.key").ifPresent(secrets::add);
    secret("duckgres.internal.secret").ifPresent(secrets::add);
    source().s3().secretKey().ifPresent(secrets::add);
    List<Settings> all = new ArrayList<>(lakes().values());
    all.add(service);
    for (Settings lake : all) {
      secrets.add(lake.catalog().password());
      lake.lake().s3().secretKey().ifPresent(secrets::add);
      lake.duckgres().map(DuckgresSettings::password).ifPresent(secrets::add);
    }
    return List.copyOf(secrets);
  }

  /** The lake's bucket and its place in the catalog. */
  public LakeSettings lake() {
    return new LakeSettings(
        text("ducklake.bucket"),
        text("ducklake.data.path"),
        text("ducklake.metadata.schema"),
        s3("ducklake.bucket.region", "ducklake.s3.", optionalText("ducklake.s3.kms.key")));
  }

  /** The bucket that imports are read from: one for all lakes. */
  public SourceSettings source() {
    if (service != this) {
      return service.source();
    }
    String[] parts = text("source.bucket.url").substring("s3://".length()).split("/", 2);
    String prefix = parts.length == 1 ? "" : parts[1];
    String folder = prefix.isEmpty() || prefix.endsWith("/") ? prefix : prefix + "/";
    return new SourceSettings(
        parts[0], folder, s3("source.bucket.region", "source.bucket.", Optional.empty()));
  }

  /**
   * The lakes that are served beside the environment's own, by name: these settings with what each
   * lake's file says.
   *
   * @throws SettingsException if a file cannot be used, or two lakes are one (law "one lake, one
   *     identity")
   */
  public synchronized Map<String, Settings> lakes() {
    if (service != this) {
      return service.lakes();
    }
    if (lakes == null) {
      lakes = LakeFiles.in(path("lakeferry.lakes.directory"), this);
    }
    return lakes;
  }

  /** The service's own settings, where these are those of one of its lakes; else these. */
  public Settings service() {
    return service;
  }

  /** Those of the lake that LAKEFERRY_LAKE names; these where it names none. */
  Settings forCommand() {
    return optionalText("lakeferry.lake").map(this::ofLake).orElse(this);
  }

  private Settings ofLake(String name) {
    Settings lake = lakes().get(name);
    if (lake == null) {
      throw new SettingsException(
          List.of(
              "LAKEFERRY_LAKE names %s, but %s has no file %s%s"
                  .formatted(name, path("lakeferry.lakes.directory"), name, LakeFiles.SUFFIX)),
          profile,
          Optional.empty());
    }
    return lake;
  }

  /** Those of a lake: these with other values of the environment. */
  Settings ofLake(Map<String, String> variables) {
    Map<String, String> environment = new HashMap<>(given.environment());
    environment.putAll(variables);
    return read(environment, given.file(), this);
  }

  /** What the embedded engine may use. */
  public EngineSettings engine() {
    return new EngineSettings(
        size("lakeferry.engine.memory-limit"),
        number("lakeferry.engine.threads"),
        number("lakeferry.engine.instances"),
        path("lakeferry.engine.temp-directory"),
        find("lakeferry.engine.max-temp-directory-size", Long.class),
        path("lakeferry.extension.directory"));
  }

  /** The Duckgres server that runs the lake's SQL; empty where DuckDB in this process does. */
  public Optional<DuckgresSettings> duckgres() {
    return duckgres
        ? Optional.of(
            new DuckgresSettings(
                text("duckgres.host"),
                number("duckgres.port"),
                text("duckgres.database"),
                text("duckgres.username"),
                get("duckgres.password", Secret.class),
                text("duckgres.sslmode"),
                optionalPath("duckgres.sslrootcert"),
                flag("duckgres.self-signed"),
                optionalText("duckgres.worker.cpu"),
                optionalText("duckgres.worker.memory")))
        : Optional.empty();
  }

  /** A text or a choice. Throws IllegalStateException, as all of these do, where nothing is set. */
  public String text(String key) {
    return get(key, String.class);
  }

  /** A text that may be left out. */
  public Optional<String> optionalText(String key) {
    return find(key, String.class);
  }

  /** A whole number. */
  public int number(String key) {
    return get(key, Integer.class);
  }

  /** Bytes. */
  public long size(String key) {
    return get(key, Long.class);
  }

  /** A length of time. */
  public Duration duration(String key) {
    return get(key, Duration.class);
  }

  /** Yes or no. */
  public boolean flag(String key) {
    return get(key, Boolean.class);
  }

  /** A file or directory, absolute. */
  public Path path(String key) {
    return get(key, Path.class);
  }

  /** A file or directory that may be left out. */
  public Optional<Path> optionalPath(String key) {
    return find(key, Path.class);
  }

  /** An address that may be left out. */
  public Optional<URI> optionalEndpoint(String key) {
    return find(key, URI.class);
  }

  /** A credential, where one is set. */
  public Optional<Secret> secret(String key) {
    return find(key, Secret.class);
  }

  /**
   * The settings as placeholders of routes: lengths of time in milliseconds, sizes in bytes, paths
   * absolute; without secrets and without what is not set. Lines of the file outside the settings'
   * name space, such as Camel's own and an operator's, are passed on as they stand.
   */
  public Properties asProperties() {
    var properties = new Properties();
    properties.putAll(others);
    for (Setting setting : Catalogue.all()) {
      Object value = values.get(setting.key());
      if (value != null && !setting.isSecret()) {
        properties.setProperty(setting.key(), setting.kind().placeholder(value));
      }
    }
    return properties;
  }

  @Override
  public String toString() {
    return Catalogue.all().stream()
        .map(Setting::key)
        .filter(values::containsKey)
        .map(key -> key + "=" + values.get(key))
        .collect(Collectors.joining(", ", "Settings[", "]"));
  }

  private DatabaseSettings database(String group) {
    return new DatabaseSettings(
        text(group + "host"),
        number(group + "port"),
        text(group + "database"),
        text(group + "username"),
        get(group + "password", Secret.class),
        text(group + "sslmode"),
        find(group + "sslrootcert", Path.class));
  }

  private S3Settings s3(String region, String group, Optional<String> kmsKey) {
    return new S3Settings(
        text(region),
        find(group + "endpoint", URI.class),
        flag(group + "path.style"),
        secret(group + "access.key").map(Secret::reveal),
        secret(group + "secret.key"),
        new S3Access(
            optionalText(group + "role.arn")
                .map(arn -> new AssumedRole(arn, optionalText(group + "role.external-id"))),
            // A copy into the lake's bucket is a request to the source's as well.
            flag("source.bucket.requester.pays"),
            kmsKey,
            optionalPath(group + "ca.file"),
            sts()));
  }

  private StsSettings sts() {
    return new StsSettings(
        find("lakeferry.aws.sts.endpoint", URI.class),
        text("lakeferry.aws.sts.region"),
        duration("lakeferry.aws.session.duration"),
        duration("lakeferry.aws.session.renew-before"));
  }

  private <T> T get(String key, Class<T> type) {
    return find(key, type)
        .orElseThrow(
            () -> new IllegalStateException(Catalogue.get(key).variable() + " is not set"));
  }

  private <T> Optional<T> find(String key, Class<T> type) {
    return Optional.ofNullable(values.get(Catalogue.get(key).key())).map(type::cast);
  }
}
