package dev.lakeferry.bench;

import dev.lakeferry.completion.CompletedImport;
import dev.lakeferry.completion.CompletedModel;
import dev.lakeferry.completion.CompletionStore;
import dev.lakeferry.job.Attempt;
import dev.lakeferry.job.AttemptStatus;
import dev.lakeferry.job.AttemptStore;
import dev.lakeferry.lake.Databases;
import dev.lakeferry.lake.LakeInit;
import dev.lakeferry.objects.ObjectStore;
import dev.lakeferry.objects.S3Clients;
import dev.lakeferry.route.Service;
import dev.lakeferry.settings.Settings;
import dev.lakeferry.state.Rows;
import dev.lakeferry.state.StateDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * The service as it is shipped, its routes and declared checks with it; only the inbox is looked at
 * more often, since nobody wants to measure the wait for the next look.
 */
final class BenchService implements AutoCloseable {
  /** The catalog's database of the local profile. */
  static final String CATALOG = "ducklake";

  /** The catalog's schema of the local profile. */
  static final String METADATA_SCHEMA = "public";

  /** Fewer looks into the inbox, where only the work on a claimed run is measured. */
  static final Map<String, String> QUIET = Map.of("LAKEFERRY_CLAIM_PERIOD", "500ms");

  private static final Duration PATIENCE = Duration.ofMinutes(15);

  private final StateDatabase state;
  private final Service service;

  /**
   * Starts it.
   *
   * @param name of its state database
   * @param more variables
   */
  BenchService(BenchStack stack, String name, Map<String, String> more) {
    Settings settings = prepare(stack, name, more);
    state = StateDatabase.open(settings.state(), 2);
    service = new Service(settings);
    service.start();
  }

  /**
   * Makes lake and state database, unless they are there.
   *
   * @return the settings of a service on them
   */
  static Settings prepare(BenchStack stack, String name, Map<String, String> more) {
    Settings settings = Settings.read(variables(stack, name, more), null);
    try (S3Client client = S3Clients.open(settings.lake().s3(), 1)) {
      new LakeInit(
              settings.engine(),
              settings.catalog(),
              settings.lake(),
              settings.source(),
              new ObjectStore(client))
          .run(true);
    }
    Databases.ensure(settings.state());
    try (StateDatabase state = StateDatabase.open(settings.state(), 2)) {
      state.migrate();
    }
    return settings;
  }

  /** The variables that a service is started with. */
  static Map<String, String> variables(BenchStack stack, String name, Map<String, String> more) {
    Map<String, String> variables = new HashMap<>();
    variables.put("LAKEFERRY_PROFILE", "local");
    variables.put("DUCKLAKE_RDS_HOST", stack.postgres().host());
    variables.put("DUCKLAKE_RDS_PORT", Integer.toString(stack.postgres().port()));
    variables.put("DUCKLAKE_S3_ENDPOINT", stack.endpoint().toString());
    variables.put("DUCKLAKE_BUCKET_REGION", stack.s3().region());
    variables.put("DUCKLAKE_S3_ACCESS_KEY", stack.s3().accessKey().orElseThrow());
    variables.put("DUCKLAKE_S3_SECRET_KEY", stack.s3().secretKey().orElseThrow().reveal());
    variables.put("DUCKLAKE_BUCKET", BenchStack.LAKE);
    variables.put("SOURCE_BUCKET_URL", "s3://" + BenchStack.SOURCE);
    variables.put("LAKEFERRY_STATE_DATABASE", name);
    variables.put("LAKEFERRY_CLAIM_PERIOD", "100ms");
    variables.put(
        "LAKEFERRY_FLAGS_FILE", flags(stack.directory().resolve(name + "-flags.json"), true));
    variables.put(
        "LAKEFERRY_ENGINE_TEMP_DIRECTORY", stack.directory().resolve(name + "-spill").toString());
    variables.put("LAKEFERRY_MANAGEMENT_PORT", freePort());
    variables.put("LAKEFERRY_HTTP_PORT", "off");
    variables.putAll(more);
    return variables;
  }

  private static String flags(Path file, boolean registrations) {
    try {
      return Files.writeString(
              file,
              """
              {"flags": {
                "ducklake-data-modeling-copy-workflow": {
                  "state": "ENABLED",
                  "variants": {"on": true, "off": false},
                  "defaultVariant": "on"},
                "ducklake-data-imports-copy-workflow": {
                  "state": "ENABLED",
                  "variants": {"on": true, "off": false},
                  "defaultVariant": "off"},
                "ducklake-data-imports-registration-workflow": {
                  "state": "ENABLED",
                  "variants": {"on": true, "off": false},
                  "defaultVariant": "%s"}}}
              """
                  .formatted(registrations ? "on" : "off"))
          .toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A file of flags by which no registration is made. */
  static String flagsOff(BenchStack stack) {
    return flags(stack.directory().resolve("off-flags.json"), false);
  }

  private static String freePort() {
    try (ServerSocket socket = new ServerSocket(0)) {
      return Integer.toString(socket.getLocalPort());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * A run that ended well.
   *
   * @param took from its row in the inbox to the state {@code completed}
   * @param work from its claim to that: without the wait for the next look into the inbox and for
   *     the next claim
   * @param millis of each stage
   * @param stages how it was published, and the milliseconds of each stage and check, as the state
   *     database tells
   * @param bytes that were copied
   */
  record Copied(Took took, Took work, Map<String, Long> millis, String stages, long bytes) {
    /** The seconds of some stages together, as the state database tells them. */
    Took in(String... stages) {
      long sum = 0;
      for (String stage : stages) {
        sum += millis.getOrDefault(stage, 0L);
      }
      return new Took(sum / 1e3, Double.NaN);
    }
  }

  /**
   * Announces a materialised model and waits until its table is published.
   *
   * @throws IllegalStateException if it was not, or with a check that did not pass
   */
  Copied copy(String label, String uri, int job) throws InterruptedException {
    Took.Begun begun = Took.begin();
    new CompletionStore(state.jdbi())
        .insert(
            new CompletedModel(
                0,
                1,
                "0190a000-0000-7000-8000-00000000aa01",
                "0190a000-0000-7000-8000-000000000001",
                null,
                "query-" + label,
                label,
                label,
                "job-" + job,
                uri,
                0L,
                Instant.now(),
                (long) DeltaSample.ROWS));
    return ended("ducklake-copy-data-modeling-1-query-%s-job-%d".formatted(label, job), begun);
  }

  /**
   * Announces a finished import and waits until its table is published.
   *
   * @throws IllegalStateException if it was not, or with a check that did not pass
   */
  Copied register(CompletedImport completion) throws InterruptedException {
    Took.Begun begun = Took.begin();
    new CompletionStore(state.jdbi()).insert(completion);
    return ended(
        "ducklake-register-data-imports-1-%s-%s"
            .formatted(completion.sourceSchemaId(), completion.jobId()),
        begun);
  }

  /**
   * Registers a folder that is written for it, and tells its stages.
   *
   * @param measured what of it is the answer
   */
  Took registered(FolderSample sample, CompletedImport completion, Function<Copied, Took> measured)
      throws Exception {
    return sample.on(
        BenchImport.prefix(completion),
        prefix -> {
          Copied copied = register(completion);
          System.out.printf(
              Locale.ROOT, "         %.3f, %s%n", copied.work().seconds(), copied.stages());
          return measured.apply(copied);
        });
  }

  private Copied ended(String run, Took.Begun begun) throws InterruptedException {
    while (true) {
      List<Attempt> attempts = new AttemptStore(state.jdbi()).of(run);
      Took took = begun.end();
      Optional<Attempt> ended =
          attempts.stream()
              .filter(one -> one.finishedAt() != null && !"retryable".equals(one.failureKind()))
              .findFirst();
      if (ended.isPresent()) {
        Attempt attempt = ended.get();
        String stages = stages(attempt);
        return new Copied(
            took, new Took(work(run), took.processor()), millis(attempt), stages, copied(attempt));
      }
      if (took.seconds() > PATIENCE.toSeconds()) {
        throw new IllegalStateException(run + " did not end: " + attempts);
      }
      Thread.sleep(20);
    }
  }

  /** From the first claim to the end of the last attempt. */
  private double work(String run) {
    return Rows.value(
        state,
        Double.class,
        "SELECT EXTRACT(EPOCH FROM max(finished_at) - min(started_at)) FROM managed_warehouse_source_job WHERE run_id = ?",
        run);
  }

  private Map<String, Long> millis(Attempt attempt) {
    return state
        .jdbi()
        .withHandle(
            handle ->
                handle
                    .select(
                        """
                        SELECT key, CAST(value AS bigint)
                        FROM managed_warehouse_source_job AS job
                        CROSS JOIN LATERAL jsonb_each_text(stage_millis)
                        WHERE job.id = ?
                        """,
                        attempt.id())
                    .map((row, context) -> Map.entry(row.getString(1), row.getLong(2)))
                    .stream()
                    .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
  }

  private long copied(Attempt attempt) {
    return Rows.value(
        state,
        Long.class,
        "SELECT bytes_done FROM managed_warehouse_source_job WHERE id = ?",
        attempt.id());
  }

  private String stages(Attempt attempt) {
    if (attempt.status() != AttemptStatus.COMPLETED) {
      throw new IllegalStateException(attempt + " failed: " + attempt.latestError());
    }
    List<String> bad =
        Rows.column(
            state,
            String.class,
            "SELECT check_name || ': ' || COALESCE(error, observed) FROM verification_result WHERE attempt_id = ? AND NOT passed",
            attempt.id());
    if (!bad.isEmpty()) {
      throw new IllegalStateException(attempt + ": " + bad);
    }
    return Rows.column(
            state,
            String.class,
            """
            SELECT
              publish_mode
              || ' '
              || CAST(stage_millis AS text)
              || ' checks '
              || CAST((
                SELECT jsonb_object_agg(check_name, milliseconds)
                FROM verification_result
                WHERE attempt_id = job.id) AS text)
            FROM managed_warehouse_source_job AS job
            WHERE id = ?
            """,
            attempt.id())
        .get(0);
  }

  StateDatabase state() {
    return state;
  }

  Service service() {
    return service;
  }

  @Override
  public void close() {
    service.close();
    state.close();
  }
}
