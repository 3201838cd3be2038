package dev.lakeferry.testing;

import dev.lakeferry.completion.CompletedImport;
import dev.lakeferry.demo.EmbeddedStack;
import dev.lakeferry.generation.DeltaPlace;
import dev.lakeferry.generation.DeltaTable;
import dev.lakeferry.generation.Fill;
import dev.lakeferry.generation.FolderRules;
import dev.lakeferry.generation.Plan;
import dev.lakeferry.generation.PlanRequest;
import dev.lakeferry.generation.PreparedFolder;
import dev.lakeferry.lake.Catalog;
import dev.lakeferry.lake.EmbeddedLake;
import dev.lakeferry.lake.Lake;
import dev.lakeferry.lake.LakeInit;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.lake.Quote;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.objects.ObjectInfo;
import dev.lakeferry.objects.ObjectStore;
import dev.lakeferry.objects.S3Clients;
import dev.lakeferry.settings.DatabaseSettings;
import dev.lakeferry.settings.EngineSettings;
import dev.lakeferry.settings.LakeSettings;
import dev.lakeferry.settings.S3Settings;
import dev.lakeferry.settings.Settings;
import dev.lakeferry.settings.SourceSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;

/** A lake of one's own on the shared PostgreSQL and S3, with a source bucket beside it. */
public final class TestLake implements AutoCloseable {
  public static final String SCHEMA_ID = "0190a000-0000-7000-8000-0000000000a1";
  public static final String ORGANIZATION = "0190a000-0000-7000-8000-000000000001";
  private static final AtomicInteger COUNT = new AtomicInteger();

  private final int number = COUNT.incrementAndGet();
  private final EmbeddedStack stack;
  private final DatabaseSettings catalogSettings;
  private final LakeSettings lakeSettings;
  private final SourceSettings sourceSettings;
  private final EngineSettings engineSettings;
  private final S3Client s3;
  private final ObjectStore objects;
  private final S3Client sourceS3;
  private final ObjectStore sourceObjects;
  private final Supplier<Lake> engines;
  private final Lake lake;
  private final EmbeddedLake reader;
  private final Catalog catalog;

  /** Makes an empty lake whose catalog stands in {@code ducklake_meta}. */
  public TestLake() {
    this(SharedStack.get());
  }

  /** The same on a stack of one's own. */
  public TestLake(EmbeddedStack stack) {
    this(stack, stack.s3().settings());
  }

  /** The same with the source on an endpoint of its own. */
  public TestLake(EmbeddedStack stack, S3Settings source) {
    this(stack, source, 1L << 30, 4);
  }

  /** The same whose engine has so many bytes of memory and so many threads. */
  public TestLake(EmbeddedStack stack, S3Settings source, long memoryLimit, int threads) {
    this(stack, source, memoryLimit, threads, "ducklake_meta", TestLake::embedded);
  }

  /** One whose catalog stands in {@code public}. */
  public static TestLake inPublic() {
    return inPublic(TestLake::embedded);
  }

  /**
   * One whose catalog stands in {@code public}, as Duckgres wants it, with an engine that is made
   * once the lake is.
   */
  public static TestLake inPublic(Function<TestLake, Lake> engine) {
    EmbeddedStack stack = SharedStack.get();
    return new TestLake(stack, stack.s3().settings(), 1L << 30, 4, "public", engine);
  }

  private TestLake(
      EmbeddedStack stack,
      S3Settings source,
      long memoryLimit,
      int threads,
      String metadataSchema,
      Function<TestLake, Lake> engine) {
    this.stack = stack;
    S3Settings s3Settings = stack.s3().settings();
    catalogSettings = stack.postgres().settings("lake_" + number);
    lakeSettings =
        new LakeSettings("lake-" + number, "s3://lake-" + number + "/", metadataSchema, s3Settings);
    sourceSettings = new SourceSettings("source-" + number, "warehouse/", source);
    engineSettings =
        new EngineSettings(
            memoryLimit,
            threads,
            1,
            Path.of("target/duckdb-temp").toAbsolutePath(),
            Optional.empty(),
            extensionDirectory());
    s3 = S3Clients.open(s3Settings, 16);
    objects = new ObjectStore(s3);
    sourceS3 = S3Clients.open(source, 4);
    sourceObjects = new ObjectStore(sourceS3);
    sourceObjects.createBucket(sourceSettings.bucket());
    init().run(true);
    engines = () -> engine.apply(this);
    lake = engines.get();
    reader = embedded(this);
    catalog = new Catalog(catalogSettings, lakeSettings.metadataSchema());
  }

  private TestLake(Settings settings) {
    this.stack = null;
    catalogSettings = settings.catalog();
    lakeSettings = settings.lake();
    sourceSettings = settings.source();
    engineSettings = settings.engine();
    s3 = S3Clients.open(lakeSettings.s3(), 16);
    objects = new ObjectStore(s3);
    sourceS3 = S3Clients.open(sourceSettings.s3(), 4);
    sourceObjects = new ObjectStore(sourceS3);
    if (!sourceObjects.bucketExists(sourceSettings.bucket())) {
      sourceObjects.createBucket(sourceSettings.bucket());
    }
    init().run(true);
    engines = () -> Lake.of(settings);
    lake = engines.get();
    reader = embedded(this);
    catalog = new Catalog(catalogSettings, lakeSettings.metadataSchema());
  }

  /** The one that DUCKGRES_*, DUCKLAKE_* and SOURCE_BUCKET_* name, with that Duckgres. */
  public static TestLake onDuckgres() {
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.putIfAbsent(
        "LAKEFERRY_EXTENSION_DIRECTORY", extensionDirectory().toAbsolutePath().toString());
    Settings settings = Settings.read(environment, null);
    if (settings.duckgres().isEmpty()) {
      throw new IllegalStateException("DUCKGRES_HOST is not set");
    }
    return new TestLake(settings);
  }

  private static EmbeddedLake embedded(TestLake lake) {
    return new EmbeddedLake(
        lake.engineSettings, lake.catalogSettings, lake.lakeSettings, lake.sourceSettings);
  }

  /** Where the extensions of this build lie. */
  public static Path extensionDirectory() {
    return Path.of(
        Optional.ofNullable(System.getenv("LAKEFERRY_EXTENSION_DIRECTORY"))
            .orElse(System.getProperty("lakeferry.home", ".") + "/.lakeferry/extensions"));
  }

  public LakeInit init() {
    return new LakeInit(engineSettings, catalogSettings, lakeSettings, sourceSettings, objects);
  }

  /** What it stands on. */
  public EmbeddedStack stack() {
    return stack;
  }

  public DatabaseSettings catalogSettings() {
    return catalogSettings;
  }

  public LakeSettings lakeSettings() {
    return lakeSettings;
  }

  public SourceSettings sourceSettings() {
    return sourceSettings;
  }

  public EngineSettings engineSettings() {
    return engineSettings;
  }

  /** The engine under test. */
  public Lake lake() {
    return lake;
  }

  /** One more engine of the kind under test, which whoever asks closes. */
  public Lake anotherEngine() {
    return engines.get();
  }

  /** A DuckDB that has nothing to do with the service's. */
  public EmbeddedLake reader() {
    return reader;
  }

  public Catalog catalog() {
    return catalog;
  }

  public ObjectStore objects() {
    return objects;
  }

  public S3Client s3() {
    return s3;
  }

  /** An import of team 1 whose prepared folder has this name. */
  public CompletedImport completion(String jobId, String folder) {
    return new CompletedImport(
        number,
        1,
        "0190a000-0000-7000-8000-00000000aa01",
        ORGANIZATION,
        null,
        null,
        "Stripe",
        "prod",
        SCHEMA_ID,
        "invoices",
        jobId,
        folderPath(),
        folder,
        Instant.parse("2026-01-02T03:04:05Z"),
        null);
  }

  public static String folderPath() {
    return "team_1_stripe_" + SCHEMA_ID.replace('-', '_');
  }

  /**
   * Writes a Parquet file of a query's rows into a prepared folder; the path may hold any
   * character.
   */
  public void prepare(String folder, String path, String query) {
    put(sourceKey(folder, path), parquet(query));
  }

  public String sourceKey(String folder, String path) {
    return sourceSettings.prefix() + folderPath() + "/" + folder + "/" + path;
  }

  /** Writes an object into the source bucket. */
  public void put(String key, byte[] content) {
    sourceS3.putObject(
        r -> r.bucket(sourceSettings.bucket()).key(key), RequestBody.fromBytes(content));
  }

  /** A Parquet file in memory. */
  public static byte[] parquet(String query) {
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      Path file = Files.createTempFile("lakeferry", ".parquet");
      statement.execute(
          "COPY (%s) TO %s (FORMAT parquet, ROW_GROUP_SIZE 2048)"
              .formatted(query, Quote.text(file.toString())));
      byte[] bytes = Files.readAllBytes(file);
      Files.delete(file);
      return bytes;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Plans a completion as the service does for a table that is not live yet. */
  public Plan plan(CompletedImport completion) {
    return plan(completion, Optional.empty());
  }

  /** Plans a completion as the service does for a table. */
  public Plan plan(CompletedImport completion, TableName table) {
    return plan(completion, Optional.of(table));
  }

  private Plan plan(CompletedImport completion, Optional<TableName> table) {
    return plan(completion, table, Fill.REGISTER);
  }

  /** The same with a way to fill. */
  public Plan plan(CompletedImport completion, Optional<TableName> table, Fill fill) {
    try (LakeSession session = lake.open("plan")) {
      return plan(
          completion,
          session,
          new PlanRequest(() -> table.map(session::columns).orElse(List.of()), fill, words -> {}));
    }
  }

  /** The same on an open session. */
  public Plan plan(CompletedImport completion, LakeSession session, PlanRequest request) {
    return new PreparedFolder(
            sourceSettings,
            lakeSettings,
            sourceObjects,
            new FolderRules("team_{team}_{type}_{schema}"))
        .plan(completion, session, request);
  }

  /** Plans a Delta table below the source's prefix. */
  public Plan planDelta(String folder, Fill fill) {
    return planDelta(folder, null, fill);
  }

  /** The same at a version, or the newest where that is null. */
  public Plan planDelta(String folder, Long version, Fill fill) {
    try (LakeSession session = lake.open("plan")) {
      return new DeltaTable(sourceSettings, lakeSettings, sourceObjects)
          .plan(
              DeltaPlace.of(sourceSettings.url() + folder),
              version,
              null,
              session,
              new PlanRequest(List::of, fill, words -> {}));
    }
  }

  /** Every object of the lake's bucket, by key, with its ETag. */
  public Map<String, String> landedObjects() {
    Map<String, String> keys = new TreeMap<>();
    for (ObjectInfo object : objects.list(lakeSettings.bucket(), "")) {
      keys.put(object.key(), object.etag());
    }
    return keys;
  }

  /** Asks a DuckDB instance that has nothing to do with the service. */
  public <T> List<T> ask(String sql, dev.lakeferry.lake.RowReader<T> reader) {
    try (LakeSession session = this.reader.open("test reader")) {
      session.readDelta();
      return new ArrayList<>(session.query(sql, reader));
    }
  }

  /** One number from a DuckDB instance of its own. */
  public long number(String sql) {
    return ask(sql, row -> row.getLong(1)).get(0);
  }

  @Override
  public void close() {
    lake.close();
    reader.close();
    catalog.close();
    s3.close();
    sourceS3.close();
  }
}
