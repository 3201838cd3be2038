package dev.lakeferry.bench;

import dev.lakeferry.generation.Fill;
import dev.lakeferry.generation.Plan;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.lake.LakeTransaction;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.publish.Published;
import dev.lakeferry.testing.TestLake;
import dev.lakeferry.testing.TestPublications;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Copies a Delta table of 5 million rows: registered and rewritten, with all default checks,
 * against a bare {@code CREATE TABLE AS SELECT … FROM delta_scan} in one transaction. The three
 * take turns in each round, so that what else the machine does falls on all.
 */
public final class DeltaCopyBench {
  private static final int FILES = 20;
  private static final int ROWS_A_FILE = 250_000;
  private static final String FOLDER = "bench";

  private final TestLake lake = new TestLake();
  private final TestPublications publications = new TestPublications(lake);
  private final Map<String, List<Double>> seconds = new TreeMap<>();
  private int number;

  private DeltaCopyBench() {}

  /** Takes the number of rounds after one to warm up; 5 if none is given. */
  public static void main(String[] arguments) {
    int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 5;
    new DeltaCopyBench().run(rounds);
    System.exit(0);
  }

  private void run(int rounds) {
    long bytes = generate();
    System.out.printf(
        Locale.ROOT,
        "A Delta table of %,d rows in %d files, %.0f MB%n",
        (long) FILES * ROWS_A_FILE,
        FILES,
        bytes / 1e6);
    for (int round = 0; round <= rounds; round++) {
      boolean counts = round > 0;
      time("bare CTAS", counts, this::bare);
      time("registered", counts, () -> published(Fill.AUTO));
      time("rewritten", counts, () -> published(Fill.REWRITE));
    }
    double floor = median("bare CTAS");
    System.out.printf("%-12s %10s %10s %10s %8s%n", "", "min s", "median s", "max s", "ratio");
    seconds.forEach(
        (what, times) ->
            System.out.printf(
                Locale.ROOT,
                "%-12s %10.2f %10.2f %10.2f %8.2f%n",
                what,
                times.stream().mapToDouble(d -> d).min().orElse(0),
                median(what),
                times.stream().mapToDouble(d -> d).max().orElse(0),
                median(what) / floor));
    System.out.println("At most: registered 0.6, rewritten 1.25");
    lake.close();
  }

  private long generate() {
    StringBuilder log = new StringBuilder();
    log.append("{\"protocol\":{\"minReaderVersion\":1,\"minWriterVersion\":2}}\n");
    log.append(
        """
        {"metaData":{"id":"bench","format":{"provider":"parquet","options":{}},"schemaString":"%s","partitionColumns":[],"configuration":{},"createdTime":0}}
        """
            .formatted(schema().replace("\"", "\\\"")));
    long bytes = 0;
    for (int file = 0; file < FILES; file++) {
      byte[] content = TestLake.parquet(rows(file));
      String path = "part-%05d.parquet".formatted(file);
      lake.put(lake.sourceSettings().prefix() + FOLDER + "/" + path, content);
      log.append(
          "{\"add\":{\"path\":\"%s\",\"partitionValues\":{},\"size\":%d,\"modificationTime\":0,\"dataChange\":true}}%n"
              .formatted(path, content.length));
      bytes += content.length;
    }
    lake.put(
        lake.sourceSettings().prefix() + FOLDER + "/_delta_log/00000000000000000000.json",
        log.toString().getBytes(StandardCharsets.UTF_8));
    return bytes;
  }

  private static String schema() {
    List<String> fields = new ArrayList<>();
    Map<String, String> types =
        Map.of(
            "id", "long",
            "customer", "string",
            "email", "string",
            "amount", "decimal(12,2)",
            "status", "string",
            "created", "timestamp",
            "day", "date",
            "score", "double",
            "country", "string",
            "paid", "boolean");
    for (String name :
        List.of(
            "id",
            "customer",
            "email",
            "amount",
            "status",
            "created",
            "day",
            "score",
            "country",
            "paid")) {
      fields.add(
          "{\"name\":\"%s\",\"type\":\"%s\",\"nullable\":true,\"metadata\":{}}"
              .formatted(name, types.get(name)));
    }
    return "{\"type\":\"struct\",\"fields\":[%s]}".formatted(String.join(",", fields));
  }

  private static String rows(int file) {
    long from = (long) file * ROWS_A_FILE;
    return """
    SELECT
      range AS id,
      'cus_' || hash(range) AS customer,
      CASE WHEN range %% 7 = 0 THEN NULL ELSE 'user' || (range %% 99991) || '@example.com' END AS email,
      CAST((range %% 100000) / 100 AS DECIMAL(12, 2)) AS amount,
      ['open', 'paid', 'void', 'draft'][1 + range %% 4] AS status,
      TIMESTAMPTZ '2026-01-01 00:00:00+00' + INTERVAL (range) SECOND AS created,
      DATE '2026-01-01' + CAST(range %% 365 AS INTEGER) AS day,
      hash(range + 1) / 1e19 AS score,
      ['DE', 'FR', 'IT', 'ES', 'PT'][1 + range %% 5] AS country,
      range %% 3 = 0 AS paid
    FROM range(%d, %d)
    """
        .formatted(from, from + ROWS_A_FILE);
  }

  private void bare() {
    String table = "bare_" + ++number;
    try (LakeSession session = lake.lake().open("bench")) {
      session.readDelta();
      session.execute("CREATE SCHEMA IF NOT EXISTS lake.bench");
      try (LakeTransaction transaction = session.begin()) {
        session.execute(
            "CREATE TABLE lake.bench.%s AS SELECT * FROM delta_scan(?, version => 0)"
                .formatted(table),
            lake.sourceSettings().url() + FOLDER);
        transaction.commit();
      }
    }
  }

  private void published(Fill fill) {
    String name = fill.name().toLowerCase(Locale.ROOT) + "_" + ++number;
    Plan plan = lake.planDelta(FOLDER, fill);
    TableName table = publications.table(name);
    Published published = publications.publish(table, "job-" + name, plan, 1);
    if (!published.warnings().isEmpty()) {
      throw new IllegalStateException(String.join("; ", published.warnings()));
    }
  }

  private void time(String what, boolean counts, Runnable work) {
    long begin = System.nanoTime();
    work.run();
    if (counts) {
      seconds.computeIfAbsent(what, w -> new ArrayList<>()).add((System.nanoTime() - begin) / 1e9);
    }
  }

  private double median(String what) {
    List<Double> sorted = seconds.get(what).stream().sorted().toList();
    return sorted.get(sorted.size() / 2);
  }
}
