package dev.lakeferry.bench;

import dev.lakeferry.completion.CompletedImport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Publishes generations of which few files changed: each whole, and only what changed. */
final class IncrementalSync implements Scenario {
  private static final int FILES = Integer.getInteger("lakeferry.bench.files", 2_000);
  private static final int CHANGED = Math.max(1, FILES / 100);
  private static final int ROWS = 500;
  private static final double MOST_BYTES = 0.02;

  private final BenchStack stack;
  private final Connection writer = DriverManager.getConnection("jdbc:duckdb:");
  private final long[] bytes = new long[2];

  IncrementalSync(BenchOptions options) throws Exception {
    stack = new BenchStack(options.orLatency(Duration.ofMillis(30)));
    stack.objects().each(FILES, file -> put("base/" + name(file), 0, file));
  }

  @Override
  public String about() {
    return String.format(
        Locale.ROOT,
        "a table of %,d files of %,d rows gets generations of which %,d files changed; from the row"
            + " in the inbox to completed, with all default checks. The floor: the same as a swap."
            + " Each turn on a service that was just started. The warm-up publishes the first"
            + " generation.",
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
    CompletedImport completion = BenchImport.of(1, number, name, round, (long) FILES * ROWS);
    String folder = BenchImport.prefix(completion);
    stack
        .objects()
        .each(
            FILES,
            file -> {
              if (changed(file, round)) {
                put("base/" + name(file), round, file);
              }
              stack.objects().copy("base/" + name(file), folder + name(file));
            });
    BenchService.Copied copied;
    // An engine that knows nothing of the table, as after a restart.
    try (BenchService service =
        new BenchService(
            stack,
            "incremental",
            Map.of(
                "LAKEFERRY_PUBLISH_MODE",
                "swap,table:%s=incremental".formatted(table("incremental"))))) {
      copied = service.register(completion);
    }
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

  private void put(String key, int generation, int file) {
    stack.objects().put(key, parquet(query(generation, file)));
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
    try {
      writer.close();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    } finally {
      stack.close();
    }
  }
}
