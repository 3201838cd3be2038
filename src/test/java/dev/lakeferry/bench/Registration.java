package dev.lakeferry.bench;

import dev.lakeferry.completion.CompletedImport;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** Registers a prepared folder end to end. */
final class Registration implements Scenario {
  private static final String TABLE = "registered";

  private final BenchStack stack;
  private final FolderSample sample;
  private final BareRegistration bare;
  private final BenchService service;
  private final Measure measure;

  /**
   * What of a registration is measured.
   *
   * @param about in words
   * @param bare of the bare program's
   * @param served of the service's
   * @param limit how many times the floor
   */
  record Measure(
      String about,
      Function<BareRegistration.Registered, Took> bare,
      Function<BenchService.Copied, Took> served,
      double limit) {

    /** All of it, from the claim of the run to the state completed. */
    static Measure whole(double limit) {
      return new Measure(
          "from its claim to completed, with all default checks. The floor: list, copy 16 at a time"
              + " by the SDK, one transaction that registers by one glob and swaps.",
          BareRegistration.Registered::whole,
          BenchService.Copied::work,
          limit);
    }

    /** The time in the catalog's transaction. */
    static Measure transaction(double limit) {
      return new Measure(
          "the time inside the catalog's transaction, with all default checks in it. The floor: the"
              + " same registering and swapping, with footers that nobody has read.",
          BareRegistration.Registered::transaction,
          copied -> copied.in("register", "verify", "swap", "commit"),
          limit);
    }
  }

  Registration(BenchOptions options, int files, int columns, Measure measure) throws SQLException {
    this.measure = measure;
    stack = new BenchStack(options);
    sample = new FolderSample(stack, files, columns);
    service = new BenchService(stack, "registration", BenchService.QUIET);
    bare = new BareRegistration(stack);
  }

  @Override
  public String about() {
    return String.format(
        Locale.ROOT,
        "%,d files of %d rows and together %.1f MB are registered and swapped in; %s",
        sample.files(),
        FolderSample.ROWS,
        sample.bytes() / 1e6,
        measure.about());
  }

  @Override
  public List<Contender> contenders() {
    return List.of(
        Contender.floor("bare program", this::bare),
        Contender.limited("lakeferry", measure.limit(), this::served));
  }

  private Took bare(int round) throws Exception {
    return sample.on(
        "bare/%d/".formatted(round),
        prefix -> {
          BareRegistration.Registered done = bare.register(prefix, TABLE, sample.ddl(), round);
          System.out.printf(
              Locale.ROOT,
              "         whole %.3f, transaction %.3f%n",
              done.whole().seconds(),
              done.transaction().seconds());
          return measure.bare().apply(done);
        });
  }

  private Took served(int round) throws Exception {
    CompletedImport completion = BenchImport.of(1, 1, TABLE, round, sample.rows());
    return service.registered(sample, completion, measure.served());
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
