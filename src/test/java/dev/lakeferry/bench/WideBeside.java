package dev.lakeferry.bench;

import dev.lakeferry.completion.CompletedImport;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Registers a wide table, whose COMMIT takes long, alone and while somebody else commits to the
 * lake once a second.
 */
final class WideBeside implements Scenario {
  private static final String ALONE = "alone";
  private static final String BESIDE = "beside";

  private final BenchStack stack;
  private final FolderSample sample;
  private final BareRegistration bare;
  private final BenchService service;
  private final BareDuck other;
  private final AtomicInteger commits = new AtomicInteger();

  WideBeside(BenchOptions options, int files, int columns) throws SQLException {
    stack = new BenchStack(options);
    sample = new FolderSample(stack, files, columns);
    service = new BenchService(stack, "wide", Map.of());
    bare = new BareRegistration(stack);
    other = new BareDuck(stack, new Properties());
    other.attach(stack, BenchService.CATALOG, BenchService.METADATA_SCHEMA);
    other.execute("CREATE TABLE IF NOT EXISTS lake.bench.tick (n BIGINT)");
  }

  @Override
  public String about() {
    return String.format(
        Locale.ROOT,
        "%,d files of a wide table and together %.1f MB are registered and swapped in, from its claim"
            + " to completed, with all default checks; alone, and while another program commits to"
            + " the lake once a second (to another table). The floor: list, copy, one transaction,"
            + " alone.",
        sample.files(),
        sample.bytes() / 1e6);
  }

  @Override
  public List<Contender> contenders() {
    return List.of(
        Contender.floor("bare program alone", this::bare),
        Contender.limited("lakeferry alone", 1.15, round -> served(ALONE, 1, round)),
        Contender.shown("lakeferry beside commits", this::beside));
  }

  private Took bare(int round) throws Exception {
    return sample.on(
        "bare/%d/".formatted(round),
        prefix -> bare.register(prefix, "wide", sample.ddl(), round).whole());
  }

  private Took served(String name, int schema, int round) throws Exception {
    CompletedImport completion = BenchImport.of(1, schema, name, round, sample.rows());
    return service.registered(sample, completion, BenchService.Copied::work);
  }

  private Took beside(int round) throws Exception {
    ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    int before = commits.get();
    clock.scheduleAtFixedRate(this::commit, 0, 1, TimeUnit.SECONDS);
    try {
      Took took = served(BESIDE, 2, round);
      System.out.printf("         beside %d commits%n", commits.get() - before);
      return took;
    } finally {
      clock.shutdown();
      clock.awaitTermination(1, TimeUnit.MINUTES);
    }
  }

  private void commit() {
    try {
      other.execute("INSERT INTO lake.bench.tick VALUES (1)");
      commits.incrementAndGet();
    } catch (SQLException e) {
      System.out.println("         another commit failed: " + e.getMessage());
    }
  }

  @Override
  public void compare() throws SQLException {
    Contents.requireSame(
        bare.duck(), "lake.bench.wide", BenchImport.table(1, ALONE), BenchImport.table(1, BESIDE));
  }

  @Override
  public void close() {
    try {
      other.close();
      bare.close();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    } finally {
      service.close();
      stack.close();
    }
  }
}
