package dev.lakeferry.bench;

import dev.lakeferry.completion.CompletedImport;
import dev.lakeferry.objects.S3Clients;
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
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;

/** Publishes generations of which few files changed: each whole, and only what changed. */
final class IncrementalSync implements Scenario {
  private static final int FILES = Integer.getInteger("lakeferry.bench.files", 2_000);
  private static final int CHANGED = Math.max(1, FILES / 100);
  private static final int ROWS = 500;
  private static final double MOST_BYTES = 0.02;
  private static final int THREADS = 16;

  private final BenchStack stack = new BenchStack();
  private final BenchService service;
  private final S3Client s3;
  private final Connection writer = DriverManager.getConnection("jdbc:duckdb:");
  private final long[] bytes = new long[2];

  IncrementalSync() throws Exception {
    service =
        new BenchService(
            stack,
            "incremental",
            Map.of(
                "LAKEFERRY_PUBLISH_MODE",
                "swap,table:%s=incremental".formatted(table("incremental"))));
    s3 = S3Clients.open(stack.parts().s3().settings(), THREADS);
    each(FILES, file -> put("base/" + name(file), 0, file));
  }

  @Override
  public String about() {
    return String.format(
        Locale.ROOT,
        "a table of %,d files of %,d rows gets generations of which %,d files changed; from the row"
            + " in the inbox to completed, with all default checks. The floor: the same as a swap."
            + " The warm-up publishes the first generation.",
        FILES,
        ROWS,
        CHANGED);
  }

  @Override
  public List<Contender> contenders() {
    return List.of(
        Contender.floor("swap", round -> sync("swap", 1, round)),
        Contender.limited("incremental", 0.1, round -> sync("incremental", 2, round)));
  }

  private Took sync(String name, int number, int round) throws Exception {
    CompletedImport completion = completion(name, number, round);
    String folder = completion.folderPath() + "/" + completion.preparedFolder() + "/";
    each(
        FILES,
        file -> {
          if (changed(file, round)) {
            put("base/" + name(file), round, file);
          }
          copy("base/" + name(file), folder + name(file));
        });
    BenchService.Copied copied = service.register(completion);
    System.out.printf("         %,d bytes copied, %s%n", copied.bytes(), copied.stages());
    if (round > 0) {
      bytes[number - 1] += copied.bytes();
    }
    return copied.took();
  }

  /** Spread over the table, others in each generation. */
  private static boolean changed(int file, int round) {
    return round > 0 && file % (FILES / CHANGED) == round % (FILES / CHANGED);
  }

  private static String name(int file) {
    return String.format(Locale.ROOT, "part-%05d.parquet", file);
  }

  private static String query(int generation, int file) {
    return "SELECT %1$d + range AS id, %2$d AS generation, 'name ' || range AS name, range * 0.5::DOUBLE AS amount FROM range(%3$d)"
        .formatted((long) file * ROWS, generation, ROWS);
  }

  private static String table(String name) {
    return "insights_data_imports_team_1.stripe_prod_" + name;
  }

  private static CompletedImport completion(String name, int number, int round) {
    String schema = "0190a000-0000-7000-8000-0000000000%02x".formatted(number);
    return new CompletedImport(
        0,
        1,
        "0190a000-0000-7000-8000-00000000aa01",
        "0190a000-0000-7000-8000-000000000001",
        null,
        null,
        "Stripe",
        "prod",
        schema,
        name,
        "job-" + round,
        "team_1_stripe_" + schema.replace('-', '_'),
        "%s__query_%d_a17e0102".formatted(name, 1_764_490_000 + round),
        Instant.parse("2026-01-02T03:04:05Z").plusSeconds(round),
        (long) FILES * ROWS);
  }

  private void put(String key, int generation, int file) {
    s3.putObject(
        request -> request.bucket(BenchStack.SOURCE).key(key),
        RequestBody.fromBytes(parquet(query(generation, file))));
  }

  /** One engine writes all files: to start one takes longer than to write. */
  private synchronized byte[] parquet(String query) {
    Path file = stack.directory().resolve("sample.parquet");
    try (Statement statement = writer.createStatement()) {
      statement.execute("COPY (%s) TO '%s' (FORMAT parquet)".formatted(query, file));
      return Files.readAllBytes(file);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void copy(String from, String to) {
    s3.copyObject(
        request ->
            request
                .sourceBucket(BenchStack.SOURCE)
                .sourceKey(from)
                .destinationBucket(BenchStack.SOURCE)
                .destinationKey(to));
  }

  private interface OnFile {
    void make(int file);
  }

  private static void each(int files, OnFile work) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<?>> made = new ArrayList<>();
      for (int file = 0; file < files; file++) {
        int number = file;
        made.add(pool.submit(() -> work.make(number)));
      }
      for (Future<?> one : made) {
        one.get();
      }
    } finally {
      pool.shutdown();
    }
  }

  @Override
  public void compare() throws Exception {
    double share = (double) bytes[1] / bytes[0];
    System.out.printf(
        Locale.ROOT,
        "copied bytes: %,d incremental, %,d swap, ratio %.4f, at most %s%n",
        bytes[1],
        bytes[0],
        share,
        MOST_BYTES);
    if (share > MOST_BYTES) {
      throw new IllegalStateException(
          "More bytes were copied than %s of a swap's".formatted(MOST_BYTES));
    }
    try (BareCopy reader = new BareCopy(stack)) {
      String swapped = reader.contents("lake." + table("swap"));
      String incremental = reader.contents("lake." + table("incremental"));
      if (!swapped.equals(incremental)) {
        throw new IllegalStateException(
            "The tables differ: %s by swap, %s incremental".formatted(swapped, incremental));
      }
    }
  }

  @Override
  public void close() {
    s3.close();
    service.close();
    try {
      writer.close();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    } finally {
      stack.close();
    }
  }
}
