package dev.lakeferry.bench;

import com.fasterxml.jackson.databind.JsonNode;
import dev.lakeferry.completion.CompletedImport;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;

/** Registers a folder beside a Python script that brings the same folder into a lake. */
final class BesideScript implements Scenario {
  private static final String TABLE = "beside";

  private final BenchStack stack;
  private final FolderSample sample;
  private final BenchService service;
  private final PythonScript script;
  private final Peer peer;

  /**
   * Whom the service is compared with.
   *
   * @param name in the table
   * @param script its file
   * @param needs its packages
   * @param about how it works
   * @param table what is compared with the service's; empty if its lake is one of its own
   * @param limit how much of its time the service may take
   */
  record Peer(
      String name,
      String script,
      String needs,
      String about,
      Optional<String> table,
      double limit) {
    /** As the first implementation of this service did it. */
    static final Peer FIRST_IMPLEMENTATION =
        new Peer(
            "Python script",
            "first_implementation.py",
            "duckdb 1.5.5 and s3fs",
            "a Python script in the manner of the first implementation (s3fs copies 16 at once, lists"
                + " of 200 paths, one count)",
            Optional.of("lake.bench." + TABLE),
            1.0 / 3);

    /** A loader that many would take. */
    static final Peer DLT =
        new Peer(
            "dlt",
            "dlt_load.py",
            "dlt[ducklake,filesystem] 1.31.0, duckdb 1.5.5 and s3fs",
            "dlt, which reads the files as Arrow and writes them anew into a lake of its own",
            Optional.empty(),
            1.0);
  }

  BesideScript(BenchOptions options, int files, Peer peer) {
    this.peer = peer;
    stack = new BenchStack(options);
    sample = new FolderSample(stack, files, 4);
    service = new BenchService(stack, "beside", BenchService.QUIET);
    script = new PythonScript(stack, peer.script(), peer.needs());
  }

  @Override
  public String about() {
    return String.format(
        Locale.ROOT,
        "%,d files of %d rows are registered and swapped in, from the claim to completed, with all"
            + " default checks; beside %s.",
        sample.files(),
        FolderSample.ROWS,
        peer.about());
  }

  @Override
  public List<Contender> contenders() {
    return List.of(
        Contender.floor(peer.name(), this::script),
        Contender.limited("lakeferry", peer.limit(), this::served));
  }

  private Took script(int round) throws Exception {
    return sample.on(
        "bare/%d/".formatted(round),
        prefix -> {
          JsonNode printed = script.run(prefix, "bench/%s/%d/".formatted(TABLE, round), TABLE);
          if (printed.path("rows").asLong() != sample.rows()) {
            throw new IllegalStateException(
                "%s wrote %s rows instead of %d"
                    .formatted(peer.name(), printed.path("rows"), sample.rows()));
          }
          return PythonScript.took(printed);
        });
  }

  private Took served(int round) throws Exception {
    CompletedImport completion = BenchImport.of(1, 1, TABLE, round, sample.rows());
    return service.registered(sample, completion, BenchService.Copied::work);
  }

  @Override
  public void compare() throws SQLException {
    if (peer.table().isPresent()) {
      try (BareDuck reader = new BareDuck(stack, new Properties())) {
        reader.attach(stack, BenchService.CATALOG, BenchService.METADATA_SCHEMA);
        Contents.requireSame(reader, peer.table().get(), BenchImport.table(1, TABLE));
      }
    }
  }

  @Override
  public void close() {
    service.close();
    stack.close();
  }
}
