package dev.lakeferry.bench;

import dev.lakeferry.state.Rows;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Skips due runs whose flag is off. */
final class ClosedGatesBench implements Scenario {
  private static final double A_SECOND = 2_000;
  private static final int TEAMS = 100;

  private final int runs;
  private final BenchStack stack;
  private final BenchService service;
  private final Heap heap = new Heap();

  ClosedGatesBench(BenchOptions options, int runs) {
    this.runs = runs;
    stack = new BenchStack(options);
    service =
        new BenchService(
            stack, "gates", Map.of("LAKEFERRY_FLAGS_FILE", BenchService.flagsOff(stack)));
  }

  @Override
  public String about() {
    return String.format(
        Locale.ROOT,
        "%,d runs of %d teams become due at once and their flag is off: until each has ended as"
            + " skipped, with an attempt that says why. At least %,.0f a second; heap %d MB.",
        runs,
        TEAMS,
        A_SECOND,
        Runtime.getRuntime().maxMemory() >> 20);
  }

  @Override
  public List<Contender> contenders() {
    return List.of(Contender.within("lakeferry", runs / A_SECOND, this::skip));
  }

  private Took skip(int round) throws InterruptedException {
    Rows.change(
        service.state(),
        """
        INSERT INTO workflow_run (
          id, workflow, team_id, subject_kind, subject_id, job_id, token, payload, completed_at,
          inbox_id)
        SELECT
          'run-' || ?1 || '-' || n, 'ducklake-register.data-imports', 1 + n % ?2, 'source_schema',
          'schema-' || n % 1000, 'job-' || ?1 || '-' || n, 'none',
          jsonb_build_object('team_id', 1 + n % ?2, 'name', 'x'), now(), n
        FROM generate_series(1, ?3) AS n
        """
            .replace("?1", Integer.toString(round))
            .replace("?2", Integer.toString(TEAMS))
            .replace("?3", Integer.toString(runs)));
    Took.Begun begun = Took.begin();
    while (count("SELECT count(*) FROM workflow_run WHERE state <> 'done'") > 0) {
      Thread.sleep(50);
    }
    Took took = begun.end();
    heap.look();
    System.out.printf(Locale.ROOT, "         %,.0f runs a second%n", runs / took.seconds());
    return took;
  }

  private long count(String sql) {
    return Rows.value(service.state(), Long.class, sql);
  }

  @Override
  public void compare() {
    long runsThere = count("SELECT count(*) FROM workflow_run WHERE outcome = 'skipped'");
    long told =
        count(
            "SELECT count(*) FROM managed_warehouse_source_job WHERE status = 'skipped' AND latest_error LIKE 'The flag %'");
    if (runsThere != told || told == 0) {
      throw new IllegalStateException(
          "%d runs were skipped, %d attempts say so".formatted(runsThere, told));
    }
    heap.requireFlat();
  }

  @Override
  public void close() {
    service.close();
    stack.close();
  }
}
