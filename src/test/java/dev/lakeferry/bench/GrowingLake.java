package dev.lakeferry.bench;

import dev.lakeferry.completion.CompletedImport;
import java.sql.SQLException;
import java.util.Map;

/** A lake in which something grows while one import is published again and again. */
abstract class GrowingLake implements Growth.Growing {
  private static final String TABLE = "growing";

  private final BenchStack stack;
  private final BareRegistration bare;
  private final BenchService service;
  private FolderSample sample;

  GrowingLake(BenchOptions options) throws SQLException {
    stack = new BenchStack(options);
    service = new BenchService(stack, "growth", Map.of());
    bare = new BareRegistration(stack);
    sample = new FolderSample(stack, 1, 4);
  }

  /** From now on the import has so many files. */
  void files(int files) {
    sample = new FolderSample(stack, files, 4);
  }

  /** The bare program's engine, which makes what grows. */
  BareDuck duck() {
    return bare.duck();
  }

  @Override
  public Took bare(int turn) throws Exception {
    return sample.on(
        "bare/%d/".formatted(turn),
        prefix -> bare.register(prefix, TABLE, sample.ddl(), turn).whole());
  }

  @Override
  public Took served(int turn) throws Exception {
    CompletedImport completion = BenchImport.of(1, 1, TABLE, turn, sample.rows());
    return sample.on(BenchImport.prefix(completion), prefix -> service.register(completion).work());
  }

  @Override
  public void close() {
    try {
      bare.close();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    } finally {
      service.close();
      stack.close();
    }
  }

  /** The import has more and more files. */
  static final class OfFiles extends GrowingLake {
    OfFiles(BenchOptions options) throws SQLException {
      super(options);
    }

    @Override
    public void growTo(int size) {
      files(size);
    }
  }

  /** The lake has more and more other tables, of one file each. */
  static final class OfTables extends GrowingLake {
    private int tables;

    OfTables(BenchOptions options) throws SQLException {
      super(options);
    }

    @Override
    public void growTo(int size) throws SQLException {
      while (tables < size) {
        duck().execute("BEGIN");
        for (int i = 0; i < 50 && tables < size; i++) {
          duck()
              .execute(
                  "CREATE TABLE lake.bench.other_%d AS SELECT 1 AS id, 'x' AS name, 0.5 AS amount"
                      .formatted(tables++));
        }
        duck().execute("COMMIT");
      }
    }
  }

  /** The lake has more and more snapshots, each of which swapped a generation in. */
  static final class OfSnapshots extends GrowingLake {
    private int snapshots;

    OfSnapshots(BenchOptions options) throws SQLException {
      super(options);
    }

    @Override
    public void growTo(int size) throws SQLException {
      for (; snapshots < size; snapshots++) {
        duck().execute("BEGIN");
        duck()
            .execute("CREATE TABLE lake.bench.next AS SELECT 1 AS id, 'x' AS name, 0.5 AS amount");
        duck().execute("DROP TABLE IF EXISTS lake.bench.swapped");
        duck().execute("ALTER TABLE lake.bench.next RENAME TO swapped");
        duck().execute("COMMIT");
      }
    }
  }
}
