package dev.lakeferry.bench;

import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Copies a Delta table: registered, and rewritten. */
final class DeltaCopy implements Scenario {
  private final BenchStack stack;
  private final DeltaSample sample;
  private final BenchService registering;
  private final BenchService rewriting;
  private final BareCopy bare;

  DeltaCopy(BenchOptions options) throws SQLException {
    stack = new BenchStack(options);
    sample = new DeltaSample(stack);
    registering = new BenchService(stack, "registering", Map.of("LAKEFERRY_COPY_FILL", "auto"));
    rewriting = new BenchService(stack, "rewriting", Map.of("LAKEFERRY_COPY_FILL", "rewrite"));
    bare = new BareCopy(stack);
  }

  @Override
  public String about() {
    return String.format(
        Locale.ROOT,
        "a Delta table of %,d rows in %d files of together %.0f MB becomes a table of the lake; from"
            + " the row in the inbox to completed, with all default checks. The floor: one"
            + " transaction with CREATE TABLE AS SELECT * FROM delta_scan on a connection that is"
            + " there.",
        DeltaSample.ROWS,
        DeltaSample.FILES,
        sample.bytes() / 1e6);
  }

  @Override
  public List<Contender> contenders() {
    return List.of(
        Contender.floor(
            "bare CREATE TABLE AS",
            round -> onCopy("bare-" + round, uri -> bare.copy("bare_" + round, uri))),
        Contender.limited(
            "registered",
            0.6,
            round ->
                onCopy(
                    "registered-" + round, uri -> served(registering, "registered", uri, round))),
        Contender.limited(
            "rewritten",
            1.25,
            round ->
                onCopy("rewritten-" + round, uri -> served(rewriting, "rewritten", uri, round))));
  }

  @FunctionalInterface
  private interface Timed {
    Took take(String uri) throws Exception;
  }

  private Took onCopy(String folder, Timed timed) throws Exception {
    sample.copyTo(folder);
    try {
      return timed.take(DeltaSample.uri(folder));
    } finally {
      sample.delete(folder);
    }
  }

  private static Took served(BenchService service, String label, String uri, int round)
      throws InterruptedException {
    BenchService.Copied copied = service.copy(label, uri, round);
    System.out.println("         " + copied.stages());
    return copied.took();
  }

  @Override
  public void compare() throws SQLException {
    String source = bare.contents("delta_scan('%s')".formatted(DeltaSample.uri("base")));
    for (String table :
        List.of(
            "lake.bench.bare_0",
            "lake.insights_data_modeling_team_1.registered",
            "lake.insights_data_modeling_team_1.rewritten")) {
      String contents = bare.contents(table);
      if (!contents.equals(source)) {
        throw new IllegalStateException(
            "%s holds %s, the source %s".formatted(table, contents, source));
      }
    }
  }

  @Override
  public void close() {
    try {
      bare.close();
      rewriting.close();
      registering.close();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    } finally {
      stack.close();
    }
  }
}
