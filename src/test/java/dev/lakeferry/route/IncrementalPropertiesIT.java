package dev.lakeferry.route;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.completion.CompletedImport;
import dev.lakeferry.failure.RetryableFailure;
import dev.lakeferry.state.Rows;
import dev.lakeferry.testing.Scene;
import dev.lakeferry.testing.Submission;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.awaitility.Awaitility;

/**
 * Whatever generations come one after the other, and however they are published, a table holds
 * after each of them what a full load of it would.
 */
class IncrementalPropertiesIT {
  private static final String SCHEMA = "insights_data_imports_team_1";

  /** Names with a mark are published staged or swapped. */
  private static final List<String> MODES = List.of("incremental", "staged", "swap");

  private static final AtomicBoolean FAIL = new AtomicBoolean();
  private static Scene scene;
  private static int tables;

  @BeforeContainer
  static void begin() {
    String modes =
        IntStream.range(0, 100)
            .boxed()
            .flatMap(
                number ->
                    MODES.stream()
                        .map(mode -> "table:%s.%s=%s".formatted(SCHEMA, table(mode, number), mode)))
            .collect(Collectors.joining(","));
    scene =
        new Scene(
            Map.of(
                "LAKEFERRY_PUBLISH_MODE", modes,
                "LAKEFERRY_PUBLISH_STAGED_CHUNK", "2",
                "LAKEFERRY_REGISTER_UNREGISTRABLE", "rewrite",
                "LAKEFERRY_SCHEMA_POLICY", "report",
                "LAKEFERRY_REGISTRATIONS_ATTEMPTS", "5",
                "LAKEFERRY_RETRY_BASE", "50ms"));
    scene.before(
        "ducklake-register.data-imports",
        "publish-generation",
        exchange -> {
          if (FAIL.getAndSet(false)) {
            throw new RetryableFailure(RetryableFailure.Cause.STORAGE, "told by the test", null);
          }
        });
  }

  @AfterContainer
  static void end() {
    scene.close();
  }

  private static String table(String mode, int number) {
    return "stripe_prod_%s_%d".formatted(mode, number);
  }

  /** What happens to the files from one generation to the next. */
  private enum Change {
    ADDED,
    ADDED_WITH_ONE_COLUMN_MORE,
    REMOVED,
    REWRITTEN,
    EMPTIED,
    ALL_WITH_OTHER_COLUMNS,
    NOTHING
  }

  /**
   * A step to the next generation.
   *
   * @param file the number of the file that is changed
   * @param fails whether its first attempt fails after landing
   */
  private record Step(List<Change> changes, int file, int rows, boolean fails) {}

  @Provide
  Arbitrary<List<Step>> steps() {
    Arbitrary<List<Change>> changes = Arbitraries.of(Change.class).list().ofMinSize(1).ofMaxSize(3);
    return Combinators.combine(
            changes,
            Arbitraries.integers().between(0, 5),
            Arbitraries.integers().between(1, 40),
            Arbitraries.of(true, false, false))
        .as(Step::new)
        .list()
        .ofMinSize(3)
        .ofMaxSize(5);
  }

  @Property(tries = 6, shrinking = ShrinkingMode.OFF)
  void everyGenerationIsTheTableWhicheverWayItIsPublished(
      @ForAll boolean partitioned, @ForAll("steps") List<Step> steps) {
    int number = tables++;
    Generations generations = new Generations(partitioned);
    List<Submission> submissions = new ArrayList<>();
    for (String mode : MODES) {
      submissions.add(Submission.fresh().with("name", "%s_%d".formatted(mode, number)));
    }
    publish(number, 0, generations, submissions, false);
    for (int step = 0; step < steps.size(); step++) {
      generations.next(steps.get(step));
      publish(number, step + 1, generations, submissions, steps.get(step).fails());
    }
  }

  private static void publish(
      int number, int step, Generations generations, List<Submission> submissions, boolean fails) {
    FAIL.set(fails);
    List<String> runs = new ArrayList<>();
    for (Submission submission : submissions) {
      CompletedImport completion =
          submission
              .with("job_id", "job-%s-%d".formatted(submission.completed().name(), step))
              .with("prepared_folder", "s%d__query_%d".formatted(step, 1764490000 + step))
              .with("finished_at", "2026-02-%02dT00:00:00Z".formatted(step + 1))
              .completed();
      generations.files.forEach((path, file) -> scene.prepare(completion, path, file.query()));
      runs.add(scene.runOf(scene.service().submit(completion)));
    }
    for (int m = 0; m < MODES.size(); m++) {
      String run = runs.get(m);
      Awaitility.await()
          .atMost(Duration.ofSeconds(90))
          .until(
              () ->
                  Rows.value(
                      scene.service().state(),
                      String.class,
                      "SELECT outcome FROM workflow_run WHERE id = ?",
                      run),
              outcome -> outcome != null);
      assertThat(told(run))
          .as("%s, step %d: %s", run, step, generations.files)
          .contains("completed");
      assertEqual(table(MODES.get(m), number), generations, told(run));
    }
  }

  private static String told(String run) {
    return Rows.column(
            scene.service().state(),
            String.class,
            "SELECT status || ' ' || COALESCE(publish_mode || ': ' || publish_reason, '') ||"
                + " COALESCE(latest_error, '') FROM managed_warehouse_source_job WHERE run_id = ?"
                + " ORDER BY attempt DESC",
            run)
        .get(0);
  }

  private static void assertEqual(String table, Generations generations, String told) {
    String source = generations.query();
    String live = "ducklake.%s.%s".formatted(SCHEMA, table);
    List<String> columns = generations.columns();
    String all = String.join(", ", columns);
    assertThat(
            scene
                .lake()
                .number(
                    "SELECT count(*) FROM ((SELECT %1$s FROM (%2$s) EXCEPT ALL SELECT %1$s FROM %3$s) UNION ALL (SELECT %1$s FROM %3$s EXCEPT ALL SELECT %1$s FROM (%2$s)))"
                        .formatted(all, source, live)))
        .as("%s, published %s: %s", table, told, generations.files)
        .isZero();
    for (String column : columns) {
      for (String asked : List.of("count(*)", "count(%s)", "count(*) FILTER (%s IS NULL)")) {
        String expression = asked.formatted(column);
        assertThat(scene.lake().number("SELECT %s FROM %s".formatted(expression, live)))
            .as("%s of %s, published %s: %s", expression, table, told, generations.files)
            .isEqualTo(scene.lake().number("SELECT %s FROM (%s)".formatted(expression, source)));
      }
    }
  }

  /**
   * A file.
   *
   * @param first the first row's id
   * @param columns how many there are beside the first two
   */
  private record File(int first, int rows, int columns, String partition) {
    String query() {
      return "SELECT range AS id, CASE WHEN range % 3 = 0 THEN 'n' || range END AS name%s FROM range(%d, %d)"
          .replace("% 3", "%% 3")
          .formatted(
              IntStream.range(0, columns)
                  .mapToObj(i -> ", range * 1.5::DOUBLE AS more_" + i)
                  .collect(Collectors.joining()),
              first,
              first + rows);
    }

    String rowsWithPartition() {
      return partition == null
          ? query()
          : "SELECT *, %s AS p FROM (%s)".formatted(partition, query());
    }
  }

  /** The files of the newest generation, by path. */
  private static final class Generations {
    private final Map<String, File> files = new TreeMap<>();
    private final boolean partitioned;
    private int columns = 1;
    private int made;

    Generations(boolean partitioned) {
      this.partitioned = partitioned;
      for (int i = 0; i < 4; i++) {
        put(10 + i, columns);
      }
    }

    private void put(int rows, int more) {
      String name = "f%d.parquet".formatted(made);
      String partition = Integer.toString(made % 3);
      files.put(
          partitioned ? "p=%s/%s".formatted(partition, name) : name,
          new File(1000 * made++, rows, more, partitioned ? partition : null));
    }

    void next(Step step) {
      step.changes().forEach(change -> apply(change, step));
    }

    private void apply(Change change, Step step) {
      List<String> paths = List.copyOf(files.keySet());
      String path = paths.get(step.file() % paths.size());
      File file = files.get(path);
      switch (change) {
        case ADDED -> put(step.rows(), columns);
        case ADDED_WITH_ONE_COLUMN_MORE -> put(step.rows(), columns + 1);
        case REMOVED -> {
          if (files.size() > 1) {
            files.remove(path);
          }
        }
        case REWRITTEN ->
            files.put(
                path, new File(file.first() + 500, step.rows(), file.columns(), file.partition()));
        case EMPTIED ->
            files.put(path, new File(file.first(), 0, file.columns(), file.partition()));
        case ALL_WITH_OTHER_COLUMNS -> {
          columns = columns % 3 + 1;
          files.replaceAll((p, f) -> new File(f.first(), f.rows(), columns, f.partition()));
        }
        case NOTHING -> {}
      }
    }

    List<String> columns() {
      List<String> names = new ArrayList<>(List.of("id", "name"));
      int most = files.values().stream().mapToInt(File::columns).max().orElseThrow();
      IntStream.range(0, most).forEach(i -> names.add("more_" + i));
      if (partitioned) {
        names.add("p");
      }
      return names;
    }

    String query() {
      return files.values().stream()
          .map(File::rowsWithPartition)
          .collect(Collectors.joining(" UNION ALL BY NAME "));
    }
  }
}
