package dev.lakeferry.testing;

import dev.lakeferry.completion.CompletedImport;
import dev.lakeferry.completion.CompletionStore;
import dev.lakeferry.job.Attempt;
import dev.lakeferry.job.AttemptStore;
import dev.lakeferry.route.Service;
import dev.lakeferry.settings.Settings;
import dev.lakeferry.state.StateDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;

/** The service with the shipped routes on a lake of its own. */
public final class TestService implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final TestLake lake;
  private final StateDatabase state;
  private final Path flags;
  private final Service service;

  /** Starts it with the registration flag on for teams 1 and 2. */
  public TestService(TestLake lake, Map<String, String> more) {
    this(lake, more, () -> {});
  }

  /** The same; does something when all is prepared and the service not started yet. */
  public TestService(TestLake lake, Map<String, String> more, Runnable beforeStart) {
    this.lake = lake;
    lake.stack().postgres().createDatabase(lake.catalogSettings().database() + "_state");
    try {
      flags = Files.createTempFile("flags", ".json");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    flags(1, 2);
    Map<String, String> environment = environment();
    environment.putAll(more);
    Settings settings = Settings.read(environment, null);
    state = StateDatabase.open(settings.state(), 2);
    beforeStart.run();
    service = new Service(settings);
    try {
      service.start();
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  /** The variables under which this service runs. */
  public Map<String, String> environment() {
    var postgres = lake.stack().postgres();
    var s3 = lake.stack().s3();
    Map<String, String> environment = new HashMap<>();
    environment.put("DUCKLAKE_RDS_HOST", postgres.host());
    environment.put("DUCKLAKE_RDS_PORT", Integer.toString(postgres.port()));
    environment.put("DUCKLAKE_RDS_DATABASE", lake.catalogSettings().database());
    environment.put("DUCKLAKE_RDS_USERNAME", postgres.user());
    environment.put("DUCKLAKE_RDS_PASSWORD", postgres.password());
    environment.put("DUCKLAKE_RDS_SSLMODE", "disable");
    environment.put("LAKEFERRY_STATE_DATABASE", lake.catalogSettings().database() + "_state");
    environment.put("DUCKLAKE_BUCKET", lake.lakeSettings().bucket());
    environment.put("DUCKLAKE_S3_ENDPOINT", s3.endpoint().toString());
    environment.put("DUCKLAKE_S3_ACCESS_KEY", s3.accessKey());
    environment.put("DUCKLAKE_S3_SECRET_KEY", s3.secretKey());
    environment.put("SOURCE_BUCKET_URL", lake.sourceSettings().url());
    environment.put(
        "LAKEFERRY_EXTENSION_DIRECTORY", TestLake.extensionDirectory().toAbsolutePath().toString());
    environment.put("LAKEFERRY_FLAGS_FILE", flags.toString());
    environment.put("LAKEFERRY_CLAIM_PERIOD", "200ms");
    environment.put("LAKEFERRY_BUSY_DELAY", "500ms");
    // Most tests look at one try; those of retries ask for more.
    environment.put("LAKEFERRY_REGISTRATIONS_ATTEMPTS", "1");
    environment.put("LAKEFERRY_COPIES_ATTEMPTS", "1");
    environment.put("LAKEFERRY_MODELS_ATTEMPTS", "1");
    environment.put("LAKEFERRY_ENGINE_THREADS", "4");
    environment.put(
        "LAKEFERRY_ENGINE_TEMP_DIRECTORY",
        Path.of("target/duckdb-temp").toAbsolutePath().toString());
    environment.put("LAKEFERRY_MANAGEMENT_PORT", Integer.toString(freePort()));
    environment.put("LAKEFERRY_HTTP_PORT", "0");
    return environment;
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Switches the registration flag on for some teams and off for all others. */
  public void flags(long... teams) {
    String list = java.util.Arrays.toString(teams);
    String json =
        """
        {"flags": {"ducklake-data-imports-registration-workflow": {
          "state": "ENABLED",
          "variants": {"on": true, "off": false},
          "defaultVariant": "off",
          "targeting": {"if": [{"in": [{"var": "team_id"}, %s]}, "on", "off"]}}}}
        """
            .formatted(list);
    flagsText(json);
  }

  /** Writes the flag file, whole at once, with any text. */
  public void flagsText(String text) {
    try {
      Path edited = Files.createTempFile("flags", ".json");
      Files.writeString(edited, text);
      Files.move(edited, flags, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Takes the flag file away. */
  public void flagsMissing() {
    try {
      Files.deleteIfExists(flags);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** As {@link #flagsOf}, with others than before; returns once the service has read them. */
  public void flagsReadOf(String... flags) {
    try (LogLines log = new LogLines()) {
      flagsOf(flags);
      log.await("Flags read from");
    }
  }

  /** Switches flags on for everybody, and all others off. */
  public void flagsOf(String... flags) {
    flagsText(
        java.util.Arrays.stream(flags)
            .map(
                flag ->
                    "\"%s\": {\"state\": \"ENABLED\", \"variants\": {\"on\": true, \"off\": false}, \"defaultVariant\": \"on\"}"
                        .formatted(flag))
            .collect(java.util.stream.Collectors.joining(", ", "{\"flags\": {", "}}")));
  }

  /** Waits until the run's newest attempt is in a stage. */
  public void stageOf(String runId, String stage) {
    Awaitility.await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(
            () -> {
              List<Attempt> attempts = new AttemptStore(state.jdbi()).of(runId);
              return attempts.get(attempts.size() - 1).stage();
            },
            stage::equals);
  }

  public StateDatabase state() {
    return state;
  }

  public Service service() {
    return service;
  }

  /** Inserts a completion as the upstream application does. */
  public long submit(CompletedImport completion) {
    Awaitility.await().atMost(PATIENCE).ignoreExceptions().until(this::migrated);
    return new CompletionStore(state.jdbi()).insert(completion);
  }

  private boolean migrated() {
    int applied =
        state
            .jdbi()
            .withHandle(
                h ->
                    h.createQuery(
                            "SELECT count(*) FROM flyway_schema_history WHERE version IS NOT NULL")
                        .mapTo(Integer.class)
                        .one());
    return applied == Path.of("src/main/resources/db/migration").toFile().list().length;
  }

  /** Waits until the run's newest attempt ended. */
  public Attempt ended(String runId) {
    return Awaitility.await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(
            () -> {
              List<Attempt> attempts = new AttemptStore(state.jdbi()).of(runId);
              return attempts.get(attempts.size() - 1);
            },
            attempt -> attempt.finishedAt() != null);
  }

  @Override
  public void close() {
    service.close();
    state.close();
  }
}
