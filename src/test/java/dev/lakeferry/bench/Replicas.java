package dev.lakeferry.bench;

import dev.lakeferry.completion.CompletedImport;
import dev.lakeferry.completion.CompletionStore;
import dev.lakeferry.state.Rows;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Publishes very many imports of one file each, by one replica and by several. */
final class Replicas implements Scenario {
  private static final int TEAMS = 50;

  private final int imports;
  private final BenchStack stack;
  private final FolderSample sample;
  private final BareRegistration bare;
  private int generation;

  Replicas(BenchOptions options, int imports) throws SQLException {
    this.imports = imports;
    stack = new BenchStack(options);
    sample = new FolderSample(stack, 1, 4);
    BenchService.prepare(stack, "replicas", Map.of());
    bare = new BareRegistration(stack);
  }

  @Override
  public String about() {
    return String.format(
        Locale.ROOT,
        "%,d imports of %d teams, one file each, are announced at once: until the last is completed,"
            + " with all default checks, by one replica and by several in one process. The floor:"
            + " one program that copies and publishes one after the other.",
        imports,
        TEAMS);
  }

  @Override
  public List<Contender> contenders() {
    return List.of(
        Contender.floor("bare publish loop", this::bare),
        Contender.limited("1 replica", 1.2, round -> served(1)),
        Contender.shown("2 replicas", round -> served(2)),
        Contender.shown("4 replicas", round -> served(4)));
  }

  private Took bare(int round) throws Exception {
    for (int i = 0; i < imports; i++) {
      sample.writeTo("bare/%d/%d/".formatted(round, i));
    }
    Took.Begun begun = Took.begin();
    for (int i = 0; i < imports; i++) {
      bare.register("bare/%d/%d/".formatted(round, i), "t" + i, sample.ddl(), round);
    }
    return begun.end();
  }

  private Took served(int replicas) throws Exception {
    int number = ++generation;
    List<CompletedImport> completions = new ArrayList<>();
    for (int i = 0; i < imports; i++) {
      completions.add(BenchImport.of(1 + i % TEAMS, 1 + i, "t" + i, number, sample.rows()));
    }
    completions.forEach(completion -> sample.writeTo(BenchImport.prefix(completion)));
    List<BenchService> services = new ArrayList<>();
    try {
      for (int i = 0; i < replicas; i++) {
        services.add(new BenchService(stack, "replicas", Map.of()));
      }
      return published(services.get(0), completions, number);
    } finally {
      services.forEach(BenchService::close);
    }
  }

  private Took published(BenchService service, List<CompletedImport> completions, int number)
      throws InterruptedException {
    Took.Begun begun = Took.begin();
    CompletionStore inbox = new CompletionStore(service.state().jdbi());
    completions.forEach(inbox::insert);
    while (completed(service, number) < imports) {
      refuseFailures(service);
      Thread.sleep(50);
    }
    Took took = begun.end();
    System.out.println(
        "         in all, of each stage: "
            + Rows.value(
                service.state(),
                String.class,
                """
                SELECT CAST(jsonb_object_agg(stage, millis) AS text)
                FROM (
                  SELECT key AS stage, sum(CAST(value AS bigint)) AS millis
                  FROM managed_warehouse_source_job
                  CROSS JOIN LATERAL jsonb_each_text(stage_millis)
                  WHERE external_data_job_id = ?
                  GROUP BY key) AS stages
                """,
                "job-" + number));
    return took;
  }

  private static long completed(BenchService service, int number) {
    return Rows.value(
        service.state(),
        Long.class,
        "SELECT count(*) FROM managed_warehouse_source_job WHERE external_data_job_id = ? AND status = 'completed'",
        "job-" + number);
  }

  private static void refuseFailures(BenchService service) {
    List<String> failed =
        Rows.column(
            service.state(),
            String.class,
            "SELECT latest_error FROM managed_warehouse_source_job WHERE status = 'failed' AND failure_kind = 'final'");
    if (!failed.isEmpty()) {
      throw new IllegalStateException("Failed: " + failed);
    }
  }

  @Override
  public void compare() throws SQLException {
    Contents.requireSame(bare.duck(), "lake.bench.t0", BenchImport.table(1, "t0"));
  }

  @Override
  public void close() {
    try {
      bare.close();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    } finally {
      stack.close();
    }
  }
}
