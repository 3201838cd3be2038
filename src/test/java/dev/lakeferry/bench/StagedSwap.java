package dev.lakeferry.bench;

import dev.lakeferry.completion.CompletedImport;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The transaction in which a staged publication takes the live table's place. */
final class StagedSwap implements Scenario {
  private static final String TABLE = "staged";

  private final BenchStack stack;
  private final FolderSample sample;
  private final BareRegistration bare;
  private final BenchService service;

  StagedSwap(BenchOptions options, int files) throws SQLException {
    stack = new BenchStack(options);
    sample = new FolderSample(stack, files, 4);
    service = new BenchService(stack, "staged", Map.of("LAKEFERRY_PUBLISH_MODE", "staged"));
    bare = new BareRegistration(stack);
  }

  @Override
  public String about() {
    return String.format(
        Locale.ROOT,
        "the last transaction of a staged publication of %,d files, from BEGIN to the answer to"
            + " COMMIT, with all that is asked again in it. The floor: BEGIN, DROP the live table,"
            + " RENAME the shadow, COMMIT.",
        sample.files());
  }

  @Override
  public List<Contender> contenders() {
    return List.of(
        Contender.floor("bare rename", this::bare),
        Contender.limited("lakeferry", 1.3, this::served));
  }

  private Took bare(int round) throws Exception {
    return sample.on(
        "bare/%d/".formatted(round),
        prefix -> {
          bare.register(prefix, TABLE + "_next", sample.ddl(), round);
          BareDuck duck = bare.duck();
          Took.Begun begun = Took.begin();
          duck.execute("BEGIN");
          duck.execute("DROP TABLE IF EXISTS lake.bench." + TABLE);
          duck.execute("ALTER TABLE lake.bench.%1$s_next RENAME TO %1$s".formatted(TABLE));
          duck.execute("COMMIT");
          return begun.end();
        });
  }

  private Took served(int round) throws Exception {
    CompletedImport completion = BenchImport.of(1, 1, TABLE, round, sample.rows());
    return service.registered(sample, completion, copied -> copied.in("swap", "commit"));
  }

  @Override
  public void compare() throws SQLException {
    Contents.requireSame(bare.duck(), "lake.bench." + TABLE, BenchImport.table(1, TABLE));
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
}
