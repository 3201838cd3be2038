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
import java.util.Locale;
import java.util.Map;

/** A folder of many files of which few change from one generation to the next. */
final class SyncedFolder implements AutoCloseable {
  static final int ROWS = 500;

  private final BenchStack stack;
  private final int files;
  private final int changed;
  private final Connection writer;

  /** Writes the first generation. */
  SyncedFolder(BenchStack stack, int files, int changed) throws Exception {
    this.stack = stack;
    this.files = files;
    this.changed = changed;
    this.writer = DriverManager.getConnection("jdbc:duckdb:");
    stack.objects().each(files, file -> put("base/" + name(file), 0, file));
  }

  /**
   * Publishes the generation of a round into a table, by a service that was just started: an engine
   * that knows nothing of the table.
   *
   * @param mode {@code swap} or {@code incremental}
   * @param number tells the tables of one lake apart
   */
  BenchService.Copied sync(String mode, String table, int number, int round) throws Exception {
    CompletedImport completion = BenchImport.of(1, number, table, round, (long) files * ROWS);
    String folder = BenchImport.prefix(completion);
    stack
        .objects()
        .each(
            files,
            file -> {
              if (isChanged(file, round)) {
                put("base/" + name(file), round, file);
              }
              stack.objects().copy("base/" + name(file), folder + name(file));
            });
    try (BenchService service =
        new BenchService(
            stack,
            "incremental",
            Map.of("LAKEFERRY_PUBLISH_MODE", "swap,table:%s=%s".formatted(name(table), mode)))) {
      return service.register(completion);
    }
  }

  /** What an import's table is called in the lake. */
  static String name(String table) {
    return "insights_data_imports_team_1.stripe_prod_" + table;
  }

  /** Spread over the table, others in each generation. */
  private boolean isChanged(int file, int round) {
    return round > 0 && file % (files / changed) == round % (files / changed);
  }

  private static String name(int file) {
    return String.format(Locale.ROOT, "part-%05d.parquet", file);
  }

  private static String query(int generation, int file) {
    return "SELECT %1$d + range AS id, %2$d AS generation, 'name ' || range AS name, range * 0.5::DOUBLE AS amount FROM range(%3$d)"
        .formatted((long) file * ROWS, generation, ROWS);
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
  public void close() {
    try {
      writer.close();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
