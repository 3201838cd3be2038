package dev.lakeferry.route;

import dev.lakeferry.failure.Causes;
import dev.lakeferry.failure.FinalFailure;
import dev.lakeferry.failure.RetryableFailure;
import dev.lakeferry.failure.RunFailure;
import dev.lakeferry.job.PoolerCheck;
import dev.lakeferry.lake.Databases;
import dev.lakeferry.lake.Extensions;
import dev.lakeferry.lake.Lake;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.settings.Profile;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at each part that a publication needs, and remembers why one of them does not do. One that
 * is broken does not keep the others from being looked at.
 */
final class PartLooks {
  static final List<String> NAMES =
      List.of("state-database", "catalog", "extensions", "engine", "lake-bucket", "source-bucket");

  private static final Logger LOG = LoggerFactory.getLogger(PartLooks.class);
  private static final Set<String> NO_SUCH_TABLE = Set.of("42P01", "3F000");
  private static final int ANSWER_SECONDS = 10;

  /** A look that goes on for longer is told as a part that does not answer. */
  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(45);

  private final Parts parts;
  private final Map<String, String> reasons = new ConcurrentHashMap<>();
  private boolean lakeMade;
  private boolean stateReady;
  private boolean extensionsLoaded;
  private boolean engineBuilt;
  private volatile String looking;
  private volatile long lookingSince;

  PartLooks(Parts parts) {
    this.parts = parts;
  }

  /**
   * How a part stands.
   *
   * @param reason what was seen, without secrets
   */
  record Standing(boolean up, String reason) {}

  /** As the last look saw it, at once. */
  Standing of(String name) {
    if (name.equals(looking) && System.nanoTime() - lookingSince > PATIENCE) {
      return new Standing(
          false,
          "does not answer for %d s"
              .formatted(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - lookingSince)));
    }
    String reason = reasons.get(name);
    if (reason == null) {
      return new Standing(false, "was not looked at yet");
    }
    return new Standing(reason.isEmpty(), reason.isEmpty() ? "answers" : reason);
  }

  /** Looks at all; throws the first failure. One caller at a time. */
  void look() {
    Map<String, Runnable> looks = new LinkedHashMap<>();
    looks.put("state-database", this::state);
    looks.put("catalog", this::catalog);
    looks.put("engine", this::engine);
    looks.put("extensions", this::extensions);
    looks.put("lake-bucket", this::lakeBucket);
    looks.put("source-bucket", this::sourceBucket);
    Optional<RuntimeException> first = tried("catalog", this::makeWhatIsLocal);
    for (Map.Entry<String, Runnable> look : looks.entrySet()) {
      Optional<RuntimeException> failure = tried(look.getKey(), look.getValue());
      reasons.put(look.getKey(), failure.map(parts.errors()::of).orElse(""));
      first = first.isPresent() ? first : failure;
    }
    if (first.isPresent()) {
      throw first.get();
    }
  }

  private Optional<RuntimeException> tried(String name, Runnable look) {
    lookingSince = System.nanoTime();
    looking = name;
    try {
      look.run();
      return Optional.empty();
    } catch (RuntimeException e) {
      return Optional.of(e);
    } finally {
      looking = null;
    }
  }

  /** In the local profile what is missing is made. */
  private void makeWhatIsLocal() {
    if (lakeMade || parts.settings().profile() != Profile.LOCAL) {
      return;
    }
    makeLakeIfAbsent();
    Databases.ensure(parts.settings().state());
    String source = parts.settings().source().bucket();
    if (!parts.sourceObjects().bucketExists(source)) {
      parts.sourceObjects().createBucket(source);
    }
    lakeMade = true;
  }

  private void makeLakeIfAbsent() {
    try {
      parts.environment().catalog().newestSnapshot();
    } catch (RunFailure absent) {
      LOG.debug("No lake answers: {}", absent.getMessage());
      parts.environment().init().run(true).forEach(step -> LOG.info("Lake: {}", step));
    }
  }

  private void state() {
    if (!stateReady) {
      parts.state().migrate();
      new PoolerCheck(parts.state()).refuseSharedSessions();
      stateReady = true;
    }
    parts
        .state()
        .jdbi()
        .useHandle(
            handle ->
                handle
                    .createQuery("SELECT 1")
                    .setQueryTimeout(ANSWER_SECONDS)
                    .mapTo(Integer.class)
                    .one());
  }

  private void catalog() {
    try {
      parts.environment().catalog().newestSnapshot();
    } catch (FinalFailure e) {
      boolean noTable =
          Causes.first(e, SQLException.class)
              .filter(said -> NO_SUCH_TABLE.contains(String.valueOf(said.getSQLState())))
              .isPresent();
      throw noTable
          ? new FinalFailure(
              "There is no lake in schema %s of database %s yet. Make it with: bin/lakeferry lake init; or, if there should be one, check DUCKLAKE_RDS_DATABASE and DUCKLAKE_METADATA_SCHEMA."
                  .formatted(
                      parts.settings().lake().metadataSchema(),
                      parts.settings().catalog().database()),
              e)
          : e;
    }
  }

  /**
   * What is loaded once stays loaded; an engine that is built anew loads it again. A DuckDB of its
   * own tries them only where no engine could be built, to tell them apart from the catalog. A
   * Duckgres server has extensions of its own.
   */
  private void extensions() {
    if (parts.settings().duckgres().isPresent()) {
      return;
    }
    if ((engineBuilt || extensionsLoaded) && parts.environment().engine().trouble().isEmpty()) {
      return;
    }
    try {
      for (Extensions.Look look : Extensions.look(parts.settings().engine().extensionDirectory())) {
        if (!look.problem().isEmpty() && !look.name().equals("delta")) {
          throw new FinalFailure(
              "The DuckDB extension '%s' cannot be loaded from %s (%s). Run bin/provision-extensions, or correct LAKEFERRY_EXTENSION_DIRECTORY."
                  .formatted(
                      look.name(), parts.settings().engine().extensionDirectory(), look.problem()));
        }
      }
      extensionsLoaded = true;
    } catch (SQLException e) {
      throw new FinalFailure("DuckDB does not start: " + e.getMessage(), e);
    }
  }

  /** Builds one where there is none yet, or where the last one broke. */
  private void engine() {
    if (!String.valueOf(reasons.get("catalog")).isEmpty()) {
      throw waitsForCatalog();
    }
    if (engineBuilt) {
      parts.environment().engine().mend();
      return;
    }
    try (LakeSession session = parts.environment().engine().open("lakeferry readiness")) {
      session.number("FROM ducklake_current_snapshot(?)", Lake.ALIAS);
    }
    engineBuilt = true;
  }

  private static RetryableFailure waitsForCatalog() {
    return new RetryableFailure(
        RetryableFailure.Cause.CONNECTION, "The engine waits for the catalog.", null);
  }

  private void lakeBucket() {
    bucket(
        parts.environment().look().bucketExists(parts.settings().lake().bucket()),
        "DUCKLAKE_BUCKET");
  }

  private void sourceBucket() {
    bucket(
        parts.sourceLook().bucketExists(parts.settings().source().bucket()), "SOURCE_BUCKET_URL");
  }

  private static void bucket(boolean there, String variable) {
    if (!there) {
      throw new FinalFailure(
          "The bucket that %s names does not exist; create it or correct the variable."
              .formatted(variable));
    }
  }
}
