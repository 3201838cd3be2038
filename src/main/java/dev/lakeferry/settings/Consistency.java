package dev.lakeferry.settings;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Finds what each setting alone cannot show: contradictions, and choices that deserve a warning.
 */
final class Consistency {
  private static final Set<String> VERIFYING = Set.of("verify-ca", "verify-full");
  private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "::1");
  private static final Set<String> UNENCRYPTED = Set.of("disable", "allow", "prefer");

  /** Amazon S3's limit for one CopyObject. */
  private static final long LARGEST_SINGLE_COPY = 5L << 30;

  private static final Duration LEAST_RETENTION = Duration.ofHours(24);

  /** What AWS takes for a role's session. */
  private static final Duration SHORTEST_SESSION = Duration.ofMinutes(15);

  private static final Duration LONGEST_SESSION = Duration.ofHours(12);

  private final GivenTexts given;
  private final Profile profile;
  private final Map<String, Object> values;
  private final boolean duckgres;
  private final List<String> problems;
  private final List<String> warnings;

  Consistency(
      GivenTexts given,
      Profile profile,
      Map<String, Object> values,
      boolean duckgres,
      List<String> problems,
      List<String> warnings) {
    this.given = given;
    this.profile = profile;
    this.values = values;
    this.duckgres = duckgres;
    this.problems = problems;
    this.warnings = warnings;
  }

  void check() {
    checkPair("ducklake.s3.access.key", "ducklake.s3.secret.key");
    checkPair("source.bucket.access.key", "source.bucket.secret.key");
    checkAws();
    checkFlags();
    checkDataPath();
    checkTls("ducklake.rds.sslmode", "ducklake.rds.sslrootcert");
    checkTls("lakeferry.state.sslmode", "lakeferry.state.sslrootcert");
    checkEngine();
    checkAccess();
    checkRetention();
    checkScoped("lakeferry.verify.levels", CheckLevels::parse);
    checkScoped("lakeferry.publish.mode", PublishModes::parse);
    checkScoped("lakeferry.freshness.target", FreshnessTargets::parse);
    if (values.get("lakeferry.copy.multipart-threshold") instanceof Long threshold
        && threshold > LARGEST_SINGLE_COPY) {
      problems.add(
          variable("lakeferry.copy.multipart-threshold")
              + " must be at most 5GiB: S3 copies no larger object at once");
    }
  }

  /** Snapshots that are needed to see a conflict must not be expired. */
  private void checkRetention() {
    if (!(values.get("lakeferry.upkeep.retention") instanceof Duration retention)) {
      return;
    }
    if (retention.compareTo(LEAST_RETENTION) < 0) {
      problems.add(variable("lakeferry.upkeep.retention") + " must be at least 24h");
    }
    for (String workflow : List.of("registrations", "copies", "models")) {
      String key = "lakeferry.%s.time-budget".formatted(workflow);
      if (values.get(key) instanceof Duration budget && retention.compareTo(budget) < 0) {
        problems.add(
            "%s must be at least %s: a publication may stand on a snapshot of that age"
                .formatted(variable("lakeferry.upkeep.retention"), variable(key)));
      }
    }
  }

  /** In the local profile the key that is not given has a default, so that nothing is missing. */
  private void checkPair(String access, String secret) {
    boolean hasAccess = isGiven(access);
    if (hasAccess == isGiven(secret)) {
      return;
    }
    String missing = hasAccess ? secret : access;
    boolean hasDefault = profile == Profile.LOCAL && missing.startsWith("ducklake.");
    if (!hasDefault) {
      problems.add(
          variable(hasAccess ? access : secret)
              + " is set but "
              + variable(missing)
              + " is not: set both, or neither for the default credentials");
    }
  }

  private void checkAws() {
    for (String group : List.of("ducklake.s3.", "source.bucket.")) {
      if (isGiven(group + "role.external-id") && !values.containsKey(group + "role.arn")) {
        problems.add(
            "%s is set but %s is not: an external id is told where a role is assumed"
                .formatted(variable(group + "role.external-id"), variable(group + "role.arn")));
      }
      checkReadable(group + "ca.file");
    }
    if (!(values.get("lakeferry.aws.session.duration") instanceof Duration duration
        && values.get("lakeferry.aws.session.renew-before") instanceof Duration before)) {
      return;
    }
    if (duration.compareTo(SHORTEST_SESSION) < 0 || duration.compareTo(LONGEST_SESSION) > 0) {
      problems.add(variable("lakeferry.aws.session.duration") + " must be from 15m to 12h");
    } else if (before.isNegative() || before.compareTo(duration) >= 0) {
      problems.add(
          "%s must be shorter than %s: credentials would be renewed as soon as they are there"
              .formatted(
                  variable("lakeferry.aws.session.renew-before"),
                  variable("lakeferry.aws.session.duration")));
    }
  }

  private void checkFlags() {
    checkReadable("lakeferry.flags.flagd.ca.file");
    if ("posthog".equals(values.get("lakeferry.flags.provider"))) {
      for (String key :
          List.of("lakeferry.flags.posthog.project.key", "lakeferry.flags.posthog.personal.key")) {
        if (!values.containsKey(key)) {
          problems.add(
              "%s is not set: %s (LAKEFERRY_FLAGS_PROVIDER is posthog)"
                  .formatted(variable(key), Catalogue.get(key).meaning()));
        }
      }
    }
    if (values.get("lakeferry.flags.posthog.poll") instanceof Duration poll
        && poll.compareTo(Duration.ofSeconds(1)) < 0) {
      problems.add(variable("lakeferry.flags.posthog.poll") + " must be at least 1s");
    }
  }

  private void checkReadable(String key) {
    if (isGiven(key) && values.get(key) instanceof Path file && !Files.isReadable(file)) {
      problems.add("%s names %s, which cannot be read".formatted(variable(key), file));
    }
  }

  private void checkDataPath() {
    if (!(values.get("ducklake.data.path") instanceof String path
        && values.get("ducklake.bucket") instanceof String bucket)) {
      return;
    }
    if (!path.startsWith("s3://" + bucket + "/")) {
      problems.add(
          "DUCKLAKE_DATA_PATH is '%s' but must lie in DUCKLAKE_BUCKET, '%s'"
              .formatted(path, bucket));
    }
    if (values.get("source.bucket.url") instanceof String source
        && (source + "/").startsWith(path)) {
      warnings.add(
          "SOURCE_BUCKET_URL lies inside DUCKLAKE_DATA_PATH: whoever lets DuckLake delete orphaned"
              + " files there deletes the sources");
    }
  }

  private void checkTls(String modeKey, String certificateKey) {
    if (!(values.get(modeKey) instanceof String mode)) {
      return;
    }
    if (profile != Profile.LOCAL && isGiven(modeKey) && UNENCRYPTED.contains(mode)) {
      warnings.add(
          "%s is %s: password and data may travel unencrypted".formatted(variable(modeKey), mode));
    }
    if (isGiven(certificateKey) && values.get(certificateKey) instanceof Path certificate) {
      if (!Files.isReadable(certificate)) {
        problems.add(
            "%s names %s, which cannot be read".formatted(variable(certificateKey), certificate));
      }
      if (!VERIFYING.contains(mode)) {
        warnings.add(
            "%s has no effect while %s is %s: set verify-full"
                .formatted(variable(certificateKey), variable(modeKey), mode));
      }
    }
  }

  private void checkEngine() {
    if (!duckgres) {
      return;
    }
    if (!"public".equals(values.get("ducklake.metadata.schema"))) {
      problems.add(
          "%s is '%s', but the engine is Duckgres, which knows only public: set public, or set %s to embedded"
              .formatted(
                  variable("ducklake.metadata.schema"),
                  values.get("ducklake.metadata.schema"),
                  variable("lakeferry.engine")));
    }
    checkDuckgresTls();
  }

  private void checkDuckgresTls() {
    boolean selfSigned = Boolean.TRUE.equals(values.get("duckgres.self-signed"));
    if (values.get("duckgres.sslrootcert") instanceof Path certificate) {
      if (!Files.isReadable(certificate)) {
        problems.add(
            "%s names %s, which cannot be read"
                .formatted(variable("duckgres.sslrootcert"), certificate));
      }
      if (isGiven("duckgres.self-signed") && selfSigned) {
        problems.add(
            "%s is true, so that any certificate is accepted, but %s names what to trust: set one of the two"
                .formatted(variable("duckgres.self-signed"), variable("duckgres.sslrootcert")));
      }
      return;
    }
    if (selfSigned && VERIFYING.contains(String.valueOf(values.get("duckgres.sslmode")))) {
      problems.add(
          "%s is true, so that any certificate is accepted, but %s is %s: set one of the two"
              .formatted(
                  variable("duckgres.self-signed"),
                  variable("duckgres.sslmode"),
                  values.get("duckgres.sslmode")));
    } else if (selfSigned && profile != Profile.LOCAL) {
      warnings.add(
          "%s is true: whoever stands between this service and Duckgres can read the password and the data. Set %s to the server's certificate instead"
              .formatted(variable("duckgres.self-signed"), variable("duckgres.sslrootcert")));
    }
  }

  private void checkAccess() {
    boolean tokens = isGiven("lakeferry.http.jwt.key");
    for (String key : List.of("lakeferry.http.jwt.issuer", "lakeferry.http.jwt.audience")) {
      if (tokens != isGiven(key)) {
        problems.add(
            "%s is %s but %s is %s: a token is checked by all three, so set each or none"
                .formatted(
                    variable("lakeferry.http.jwt.key"),
                    tokens ? "set" : "not set",
                    variable(key),
                    tokens ? "not set" : "set"));
      }
    }
    boolean logins = tokens || isGiven("lakeferry.http.users");
    if (values.get("lakeferry.http.host") instanceof String host && !logins) {
      if (!LOOPBACK.contains(host)) {
        warnings.add(
            ("LAKEFERRY_HTTP_HOST is %s, but no logins are set up: only the machine itself is"
                    + " answered. Set LAKEFERRY_HTTP_USERS or LAKEFERRY_HTTP_JWT_KEY (docs/access.md)")
                .formatted(host));
      }
      if ("closed".equals(values.get("lakeferry.http.loopback"))) {
        warnings.add(
            "LAKEFERRY_HTTP_LOOPBACK is closed and no logins are set up: nobody is answered");
      }
    }
  }

  private void checkScoped(String key, Consumer<String> parse) {
    if (values.get(key) instanceof String text) {
      try {
        parse.accept(text);
      } catch (IllegalArgumentException e) {
        problems.add(variable(key) + ": " + e.getMessage());
      }
    }
  }

  private boolean isGiven(String key) {
    return given.find(Catalogue.get(key)).isPresent();
  }

  private static String variable(String key) {
    return Catalogue.get(key).variable();
  }
}
