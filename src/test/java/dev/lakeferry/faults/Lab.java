package dev.lakeferry.faults;

import dev.lakeferry.completion.CompletionStore;
import dev.lakeferry.demo.EmbeddedStack;
import dev.lakeferry.lake.EmbeddedLake;
import dev.lakeferry.settings.DatabaseSettings;
import dev.lakeferry.state.StateDatabase;
import dev.lakeferry.testing.Link;
import dev.lakeferry.testing.TestLake;
import dev.lakeferry.upkeep.LeftoverSweep;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Where the faults happen: one lake, and replicas of the packaged service around it that reach the
 * database and the store through what the tests can break. The tests themselves reach both
 * directly.
 */
final class Lab implements AutoCloseable {
  /** The team whose tables are published in committed steps. */
  static final long STAGED = 850;

  /** How most generations are published: {@code -Dfaults.mode=incremental} asks for another. */
  static final String MODE = System.getProperty("faults.mode", "swap");

  private final EmbeddedStack stack = EmbeddedStack.start(Optional.empty());
  private final List<Replica> replicas = new CopyOnWriteArrayList<>();
  private final Map<String, byte[]> files = new ConcurrentHashMap<>();
  private final TestLake lake;
  private final StateDatabase state;
  private final FaultyStore store;
  private final Runs runs;
  private final FaultTable table = new FaultTable();
  private final WholeGenerations reader;
  private final EndState endState;
  private final Thread closer = new Thread(this::end, "lab-closer");

  Lab() {
    Runtime.getRuntime().addShutdownHook(closer);
    lake = new TestLake(stack);
    stack.postgres().createDatabase(stateSettings().database());
    state = StateDatabase.open(stateSettings(), 8);
    state.migrate();
    store = new FaultyStore(stack.s3().endpoint());
    runs = new Runs(state, lake.catalogSettings());
    reader =
        new WholeGenerations(
            new EmbeddedLake(
                lake.engineSettings(),
                lake.catalogSettings(),
                lake.lakeSettings(),
                lake.sourceSettings()));
    endState = new EndState(this, reader);
  }

  DatabaseSettings stateSettings() {
    return stack.postgres().settings(lake.catalogSettings().database() + "_state");
  }

  EmbeddedStack stack() {
    return stack;
  }

  TestLake lake() {
    return lake;
  }

  StateDatabase state() {
    return state;
  }

  FaultyStore store() {
    return store;
  }

  Runs runs() {
    return runs;
  }

  FaultTable table() {
    return table;
  }

  /** Sees to it that at least so many replicas run, and that nothing of an earlier fault does. */
  void replicas(int number) {
    replicas.forEach(Replica::ready);
    while (replicas.size() < number) {
      add("replica-" + (replicas.size() + 1), Map.of());
    }
    runs.awaitQuiet();
  }

  /** Starts a replica with more variables set. */
  Replica add(String name, Map<String, String> more) {
    Map<String, String> environment = environment();
    environment.putAll(more);
    Replica replica =
        new Replica(name, environment, new Link("127.0.0.1", stack.postgres().port()));
    replicas.add(replica);
    replica.start();
    return replica;
  }

  List<Replica> replicas() {
    return List.copyOf(replicas);
  }

  /** The replica that an owner of a run or an attempt is. */
  Replica replica(String owner) {
    return replicas.stream()
        .filter(replica -> replica.is(owner))
        .findFirst()
        .orElseThrow(() -> new AssertionError("No replica is " + owner));
  }

  private Map<String, String> environment() {
    Map<String, String> environment = new HashMap<>();
    environment.put("DUCKLAKE_RDS_DATABASE", lake.catalogSettings().database());
    environment.put("DUCKLAKE_RDS_USERNAME", stack.postgres().user());
    environment.put("DUCKLAKE_RDS_PASSWORD", stack.postgres().password());
    environment.put("DUCKLAKE_RDS_SSLMODE", "disable");
    environment.put("LAKEFERRY_STATE_DATABASE", stateSettings().database());
    environment.put("DUCKLAKE_BUCKET", lake.lakeSettings().bucket());
    environment.put("DUCKLAKE_S3_ENDPOINT", store.endpoint().toString());
    environment.put("DUCKLAKE_S3_ACCESS_KEY", stack.s3().accessKey());
    environment.put("DUCKLAKE_S3_SECRET_KEY", stack.s3().secretKey());
    environment.put("SOURCE_BUCKET_URL", lake.sourceSettings().url());
    environment.put("LAKEFERRY_EXTENSION_DIRECTORY", TestLake.extensionDirectory().toString());
    environment.put("LAKEFERRY_FLAGS_FILE", flags().toString());
    environment.put("LAKEFERRY_PUBLISH_MODE", "%s,team:%d=staged".formatted(MODE, STAGED));
    environment.put("LAKEFERRY_CLAIM_PERIOD", "200ms");
    environment.put("LAKEFERRY_BUSY_DELAY", "300ms");
    environment.put("LAKEFERRY_LEASE", "3s");
    environment.put("LAKEFERRY_LEASES_CRON", "* * * * * ?");
    environment.put("LAKEFERRY_RETRY_BASE", "300ms");
    environment.put("LAKEFERRY_RETRY_LONGEST", "2s");
    environment.put("LAKEFERRY_REGISTRATIONS_ATTEMPTS", "20");
    environment.put("LAKEFERRY_QUARANTINE_DEATHS", "50");
    environment.put("LAKEFERRY_SHUTDOWN_GRACE", "1s");
    // Two publications of one process must not wait for each other where the tests want them to
    // race.
    environment.put("LAKEFERRY_ENGINE_INSTANCES", "2");
    environment.put("LAKEFERRY_ENGINE_MEMORY_LIMIT", "512MB");
    environment.put("LAKEFERRY_ENGINE_THREADS", "2");
    // What is registered needs no room; what is rewritten and large finds none.
    environment.put("LAKEFERRY_ENGINE_MAX_TEMP_DIRECTORY_SIZE", "1MB");
    environment.put("LAKEFERRY_REGISTER_UNREGISTRABLE", "rewrite");
    environment.put("LAKEFERRY_ENGINE_TEMP_DIRECTORY", target().resolve("spill").toString());
    environment.put("LAKEFERRY_MANAGEMENT_PORT", Integer.toString(freePort()));
    environment.put("LAKEFERRY_HTTP_PORT", "0");
    return environment;
  }

  private static Path target() {
    return Path.of(System.getProperty("lakeferry.home", "."))
        .toAbsolutePath()
        .resolve("target/faults");
  }

  private static Path flags() {
    try {
      Path file = Files.createDirectories(target()).resolve("flags.json");
      Files.writeString(
          file,
          """
          {"flags": {"ducklake-data-imports-registration-workflow": {
            "state": "ENABLED",
            "variants": {"on": true, "off": false},
            "defaultVariant": "on"}}}
          """);
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Prepares a generation's files and inserts its completion, as the upstream application does. */
  void complete(Carried carried) {
    for (int file = 0; file < Carried.FILES; file++) {
      lake.put(sourceKey(carried, file), file(carried.generation(), file));
    }
    insert(carried);
  }

  private void insert(Carried carried) {
    insert(carried, carried.rows());
  }

  /** Inserts the completion alone, with a number of rows that upstream expects. */
  void insert(Carried carried, long expectedRows) {
    reader.watch(carried.table());
    new CompletionStore(state.jdbi()).insert(carried.completed(expectedRows));
  }

  String sourceKey(Carried carried, int file) {
    return "%s%s/%s/part-%d.parquet"
        .formatted(lake.sourceSettings().prefix(), carried.folderPath(), carried.folder(), file);
  }

  private byte[] file(int generation, int file) {
    return files.computeIfAbsent(
        generation + "/" + file, key -> TestLake.parquet(Carried.query(generation, file)));
  }

  /** Has the first generation of a table published, so that there is a live table to be wrong. */
  Carried published(long team, String name) {
    Carried first = new Carried(team, name, 1);
    complete(first);
    runs.awaitDone(first);
    return first;
  }

  /** Kills the process that an owner is, and starts it anew. */
  void kill(String owner) {
    Replica replica = replica(owner);
    replica.kill();
    replica.start();
  }

  /** What the state tables, the lake and the bucket must say in the end. */
  EndState endState() {
    return endState;
  }

  /** The service's own sweep of leftovers. */
  LeftoverSweep leftovers() {
    return new LeftoverSweep(
        state,
        lake.lake(),
        lake.catalog(),
        lake.objects(),
        lake.lakeSettings(),
        Duration.ofSeconds(30));
  }

  /** The name under which commits take turns. */
  String lakeName() {
    return lake.lakeSettings().dataPath();
  }

  /** A COMMIT that is sent stands still in the catalog. */
  Standstill commitsStandStill() {
    return Standstill.ofWritesTo(lake.catalogSettings(), "ducklake_meta.ducklake_snapshot");
  }

  /** Landed objects that are read while a run is in a stage wait. */
  FaultyStore.Trouble objectsReadIn(String stage, Carried carried) {
    return store.trouble(
        request ->
            request.isOf(lake.lakeSettings().bucket())
                && !request.isCopy()
                && runs.newest(carried, stage).isPresent(),
        new StoreFault.Wait());
  }

  /** Waits for the end of a run that met a fault, and demands that it is published once. */
  void recovered(String fault, Recovery recovery, Carried carried) {
    runs.awaitDone(carried);
    table.add(this, fault, recovery.time(), carried);
    endState().published(carried);
    endState().live(carried);
  }

  /** Ends the replicas above a number. */
  void onlyReplicas(int number) {
    List<Replica> others = replicas.subList(number, replicas.size());
    List<Replica> ended = List.copyOf(others);
    ended.forEach(Replica::close);
    replicas.removeAll(ended);
  }

  /** Whether an owner's process is running still. */
  boolean isAlive(String owner) {
    return replicas.stream().anyMatch(replica -> replica.is(owner) && replica.isAlive());
  }

  @Override
  public void close() {
    Runtime.getRuntime().removeShutdownHook(closer);
    table.print(target().getParent().resolve("faults.txt"));
    end();
  }

  private void end() {
    replicas.forEach(Replica::close);
    reader.close();
    store.close();
    state.close();
    lake.close();
    stack.close();
  }
}
