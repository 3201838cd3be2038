package dev.lakeferry.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A prepared folder of small Parquet files, the same each time. Each turn gets a copy that nobody
 * has read from, so that no cache of a reader knows it. A hundred files are different; a larger
 * folder repeats them.
 */
final class FolderSample {
  /** Rows of each file. */
  static final int ROWS = 200;

  private static final int DIFFERENT = 100;

  private final BenchStack stack;
  private final int files;
  private final List<Column> columns;
  private final List<byte[]> contents = new ArrayList<>();

  private record Column(String name, String type, String value) {}

  /**
   * Writes the different files.
   *
   * @param columns at least 4
   */
  FolderSample(BenchStack stack, int files, int columns) {
    this.stack = stack;
    this.files = files;
    this.columns = columns(columns);
    Path file = stack.directory().resolve("sample.parquet");
    try (Connection writer = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = writer.createStatement()) {
      for (int i = 0; i < Math.min(files, DIFFERENT); i++) {
        statement.execute(
            "COPY (SELECT %s FROM range(%d, %d) AS numbers(n)) TO '%s' (FORMAT parquet)"
                .formatted(
                    this.columns.stream()
                        .map(
                            column ->
                                "CAST(%s AS %s) AS %s"
                                    .formatted(column.value(), column.type(), column.name()))
                        .collect(Collectors.joining(", ")),
                    i * ROWS,
                    (i + 1) * ROWS,
                    file));
        contents.add(Files.readAllBytes(file));
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Column> columns(int count) {
    return IntStream.range(0, count)
        .mapToObj(
            i ->
                switch (i % 4) {
                  case 0 -> new Column("c" + i, "BIGINT", "n + " + i);
                  case 1 ->
                      new Column("c" + i, "VARCHAR", "'text ' || (n + %d) %% 50".formatted(i));
                  case 2 -> new Column("c" + i, "DOUBLE", "n * 0.5");
                  default ->
                      new Column("c" + i, "TIMESTAMP", "TIMESTAMP '2026-01-01' + to_seconds(n)");
                })
        .toList();
  }

  int files() {
    return files;
  }

  long rows() {
    return (long) files * ROWS;
  }

  /** Of all files. */
  long bytes() {
    return IntStream.range(0, files).mapToLong(i -> contents.get(i % contents.size()).length).sum();
  }

  /** The columns, as CREATE TABLE takes them. */
  String ddl() {
    return columns.stream()
        .map(column -> column.name() + " " + column.type())
        .collect(Collectors.joining(", "));
  }

  /** Writes all files below a prefix of the source bucket. */
  void writeTo(String prefix) {
    stack
        .objects()
        .each(
            files,
            i ->
                stack
                    .objects()
                    .put(
                        String.format(Locale.ROOT, "%spart-%05d.parquet", prefix, i),
                        contents.get(i % contents.size())));
  }

  /** The work on a folder that is there for it alone. */
  @FunctionalInterface
  interface OnFolder {
    Took take(String prefix) throws Exception;
  }

  /** Writes a folder, does something with it and deletes it; only the doing is timed. */
  Took on(String prefix, OnFolder work) throws Exception {
    writeTo(prefix);
    try {
      return work.take(prefix);
    } finally {
      stack.objects().delete(BenchStack.SOURCE, prefix);
    }
  }
}
