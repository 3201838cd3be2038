package dev.lakeferry.route;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.lakeferry.completion.CompletedImport;
import dev.lakeferry.job.Attempt;
import dev.lakeferry.job.AttemptStatus;
import dev.lakeferry.lake.LakeSession;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.ops.Commands;
import dev.lakeferry.ops.OperatorCommands;
import dev.lakeferry.ops.Workplace;
import dev.lakeferry.settings.Settings;
import dev.lakeferry.state.Rows;
import dev.lakeferry.testing.ApiClient;
import dev.lakeferry.testing.LogLines;
import dev.lakeferry.testing.Scene;
import dev.lakeferry.testing.Submission;
import dev.lakeferry.upkeep.LeftoverSweep;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Generations of which most is live already, on the shipped routes. */
class IncrementalIT {
  private static final String SCHEMA = "insights_data_imports_team_1";

  private static Scene scene;

  @BeforeAll
  static void begin() {
    scene =
        new Scene(
            Map.of(
                "LAKEFERRY_PUBLISH_MODE", "incremental",
                "LAKEFERRY_PUBLISH_INCREMENTAL_LIMIT", "3",
                "LAKEFERRY_REGISTRATIONS_ATTEMPTS", "3",
                "LAKEFERRY_RETRY_BASE", "100ms",
                "LAKEFERRY_LEASES_CRON", "* * * * * ?"));
  }

  @AfterAll
  static void end() {
    scene.close();
  }

  /** A table whose generations are made of named files, each of a query. */
  private static final class Story {
    private final Submission submission = Submission.fresh();
    private final Map<String, String> files = new TreeMap<>();
    private int generation;

    Story file(String path, String query) {
      files.put(path, query);
      return this;
    }

    /** A file of so many rows, whose ids begin at a number. */
    Story file(String path, int from, int rows) {
      return file(
          path,
          "SELECT range AS id, 'n' || range AS name, CASE WHEN range %% 2 = 0 THEN range END AS half FROM range(%d, %d)"
              .formatted(from, from + rows));
    }

    Story without(String path) {
      files.remove(path);
      return this;
    }

    Attempt publish() {
      generation++;
      CompletedImport completion =
          submission
              .with("job_id", "job-%s-%d".formatted(submission.completed().name(), generation))
              .with(
                  "prepared_folder", "g%d__query_%d".formatted(generation, 1764490000 + generation))
              .with("finished_at", "2026-02-%02dT00:00:00Z".formatted(generation))
              .completed();
      files.forEach((path, query) -> scene.prepare(completion, path, query));
      Attempt attempt = scene.run(completion);
      assertThat(attempt.latestError()).isNull();
      assertThat(attempt.status()).isEqualTo(AttemptStatus.COMPLETED);
      assertHoldsTheGeneration();
      return attempt;
    }

    String table() {
      return "stripe_prod_" + submission.completed().name();
    }

    TableName name() {
      return new TableName(SCHEMA, table());
    }

    String quoted() {
      return "ducklake.%s.\"%s\"".formatted(SCHEMA, table());
    }

    /** The keys that the table is made of, by the path below their landing prefix. */
    Map<String, String> keys() {
      Map<String, String> keys = new LinkedHashMap<>();
      scene
          .table(table())
          .objects()
          .keySet()
          .forEach(key -> keys.put(key.replaceFirst(".*/job-[^/]*/", ""), key));
      return keys;
    }

    /** All rows, and what statistics answer, against the queries themselves. */
    void assertHoldsTheGeneration() {
      String source = String.join(" UNION ALL BY NAME ", files.values());
      assertThat(
              scene
                  .lake()
                  .number(
                      "SELECT count(*) FROM ((FROM (%1$s) EXCEPT ALL SELECT id, name, half FROM %2$s) UNION ALL (SELECT id, name, half FROM %2$s EXCEPT ALL FROM (%1$s)))"
                          .formatted(source, quoted())))
          .isZero();
      for (String column : List.of("id", "name", "half")) {
        assertThat(scene.lake().number("SELECT count(%s) FROM %s".formatted(column, quoted())))
            .isEqualTo(scene.lake().number("SELECT count(%s) FROM (%s)".formatted(column, source)));
        assertThat(
                scene
                    .lake()
                    .number("SELECT count(*) FROM %s WHERE %s IS NULL".formatted(quoted(), column)))
            .isEqualTo(
                scene
                    .lake()
                    .number(
                        "SELECT count(*) FROM (%s) WHERE %s IS NULL".formatted(source, column)));
      }
    }
  }

  private static String recorded(Attempt attempt, String column) {
    return Rows.value(
        scene.service().state(),
        String.class,
        "SELECT CAST(%s AS text) FROM managed_warehouse_source_job WHERE id = ?".formatted(column),
        attempt.id());
  }

  private static Story threeFiles() {
    return new Story()
        .file("a.parquet", 0, 50)
        .file("b.parquet", 1000, 60)
        .file("c.parquet", 2000, 70);
  }

  @Test
  void onlyWhatChangedIsMovedAndTheRestStaysWhereItWas() {
    Story story = threeFiles();
    Attempt first = story.publish();
    assertThat(recorded(first, "publish_mode")).isEqualTo("swap");
    assertThat(recorded(first, "publish_reason"))
        .isEqualTo("not incremental, since it is not known which files the live table is made of");
    Map<String, String> before = story.keys();
    long table = scene.lake().catalog().tableId(story.name()).orElseThrow();

    Attempt second =
        story
            .without("a.parquet")
            .file("b.parquet", 5000, 61)
            .file("d.parquet", 3000, 80)
            .publish();

    assertThat(recorded(second, "publish_mode")).isEqualTo("incremental");
    assertThat(recorded(second, "publish_reason")).startsWith("2 files added, 2 removed, 1 kept (");
    assertThat(recorded(second, "objects_done")).isEqualTo("2");
    assertThat(scene.lake().catalog().tableId(story.name())).contains(table);
    Map<String, String> after = story.keys();
    assertThat(after).containsOnlyKeys("b.parquet", "c.parquet", "d.parquet");
    assertThat(after.get("c.parquet")).isEqualTo(before.get("c.parquet"));
    assertThat(List.of(after.get("b.parquet"), after.get("d.parquet")))
        .allMatch(key -> key.startsWith(second.landingPrefix()));
    assertThat(scene.lake().landedObjects()).containsKeys(before.values().toArray(String[]::new));
    assertThat(
            Rows.column(
                scene.service().state(),
                String.class,
                "SELECT landed_key FROM landed_object JOIN landed_table t ON t.id = table_id WHERE"
                    + " t.table_name = ?",
                story.table()))
        .containsExactlyInAnyOrderElementsOf(after.values());
  }

  @Test
  void anEqualGenerationPublishesNothingAndEndsCompleted() {
    Story story = threeFiles();
    Attempt first = story.publish();
    long newest = scene.lake().catalog().newestSnapshot();

    Attempt second = story.publish();

    assertThat(recorded(second, "publish_mode")).isEqualTo("unchanged");
    assertThat(recorded(second, "snapshot_id")).isEqualTo(recorded(first, "snapshot_id"));
    assertThat(recorded(second, "objects_done")).isEqualTo("0");
    assertThat(scene.lake().catalog().newestSnapshot()).isEqualTo(newest);
  }

  @Test
  void filesThatOnlyWentAreTakenOut() {
    Story story = threeFiles();
    story.publish();

    Attempt second = story.without("b.parquet").publish();

    assertThat(recorded(second, "publish_mode")).isEqualTo("incremental");
    assertThat(story.keys()).containsOnlyKeys("a.parquet", "c.parquet");
  }

  @Test
  void partitionsAreKeptToo() {
    Story story =
        new Story()
            .file("d=2026-01-01/p.parquet", rows(9))
            .file("d=2026-01-02/p.parquet", rows(8))
            .file("d=2026-01-04/p.parquet", rows(7));
    story.publish();

    Attempt second =
        story
            .file("d=2026-01-02/p.parquet", rows(80))
            .file("d=2026-01-03/p.parquet", rows(6))
            .publish();

    assertThat(recorded(second, "publish_mode")).isEqualTo("incremental");
    assertThat(partitions(story))
        .containsExactly("2026-01-01 9", "2026-01-02 80", "2026-01-03 6", "2026-01-04 7");

    Attempt third = story.file("d=2026-01-04/p.parquet", rows(70)).publish();
    assertThat(recorded(third, "publish_mode")).isEqualTo("incremental");
  }

  @Test
  void theNullPartitionIsKeptToo() {
    Story story =
        new Story()
            .file("d=2026-01-01/p.parquet", rows(9))
            .file("d=2026-01-02/p.parquet", rows(8))
            .file("d=__HIVE_DEFAULT_PARTITION__/p.parquet", rows(7));
    story.publish();

    Attempt second =
        story
            .file("d=2026-01-02/p.parquet", rows(80))
            .file("d=2026-01-03/p.parquet", rows(6))
            .publish();

    keptOrWithoutRange(second);
    assertThat(partitions(story))
        .containsExactly("2026-01-01 9", "2026-01-02 80", "2026-01-03 6", "null");
  }

  /** Law "verify after the COMMIT too": the statistics hide no row of an earlier publication. */
  @Test
  void noRowIsMissedWhereAFileHoldsOnlyNull() {
    for (int i = 0; i < 3; i++) {
      Story story =
          new Story()
              .file("0.parquet", rows(3))
              .file("1.parquet", rows(8))
              .file("2.parquet", rows(50));
      story.publish();

      Attempt second = story.file("3.parquet", rows(5, 1000)).publish();

      keptOrWithoutRange(second);
      String from = "SELECT count(*) FROM " + story.quoted();
      assertThat(scene.lake().number(from + " WHERE half = 5")).isEqualTo(2);
      assertThat(scene.lake().number(from + " WHERE half > 999")).isEqualTo(5);
    }
  }

  /** In which order the files' statistics come together is the engine's chance. */
  private void keptOrWithoutRange(Attempt attempt) {
    if (!recorded(attempt, "publish_mode").equals("incremental")) {
      assertThat(recorded(attempt, "publish_reason")).contains("no range of the values");
    }
  }

  /** Rows of which the first four have no half. */
  private static String rows(int number) {
    return rows(number, 0);
  }

  /** The same, their numbers from a first one on. */
  private static String rows(int number, int first) {
    return "SELECT range AS id, 'n' || range AS name, CASE WHEN range > 3 THEN range END AS half FROM range(%d, %d)"
        .formatted(first, first + number);
  }

  private List<String> partitions(Story story) {
    return scene
        .lake()
        .ask(
            "SELECT d || ' ' || count(*) FROM %s GROUP BY d ORDER BY d".formatted(story.quoted()),
            row -> String.valueOf(row.getString(1)));
  }

  @Test
  void afterSoManyIncrementsTheTableIsSwappedOnce() {
    Story story = threeFiles();
    story.publish();
    for (int i = 1; i <= 3; i++) {
      assertThat(recorded(story.file("a.parquet", 10 * i, 50 + i).publish(), "publish_mode"))
          .isEqualTo("incremental");
    }

    Attempt swapped = story.file("a.parquet", 7, 7).publish();

    assertThat(recorded(swapped, "publish_mode")).isEqualTo("swap");
    assertThat(recorded(swapped, "publish_reason"))
        .isEqualTo(
            "not incremental, since 3 publications in a row were incremental (lakeferry.publish.incremental-limit)");
    assertThat(recorded(story.file("a.parquet", 8, 8).publish(), "publish_mode"))
        .isEqualTo("incremental");
  }

  @Test
  void otherColumnsAreSwapped() {
    Story story = threeFiles();
    story.publish();
    story.file(
        "d.parquet",
        "SELECT range AS id, 'n' || range AS name, CASE WHEN range > 3 THEN range END AS half, true"
            + " AS added FROM range(9)");
    story.generation++;
    // Compared by its three columns; the new one is NULL in the older files.
    CompletedImport completion =
        story
            .submission
            .with("job_id", "job-%s-added".formatted(story.submission.completed().name()))
            .with("prepared_folder", "added__query_1764499999")
            .with("finished_at", "2026-02-20T00:00:00Z")
            .completed();
    story.files.forEach((path, query) -> scene.prepare(completion, path, query));

    Attempt second = scene.run(completion);

    assertThat(second.status()).isEqualTo(AttemptStatus.COMPLETED);
    assertThat(recorded(second, "publish_mode")).isEqualTo("swap");
    assertThat(recorded(second, "publish_reason")).contains("1 files must be rewritten");
  }

  @Test
  void whatAnotherClientDeletedIsFoundAndReplacedByASwap() {
    Story story = threeFiles();
    story.publish();
    scene.lake().ask("DELETE FROM %s WHERE id = 1003".formatted(story.quoted()), row -> null);

    try (LogLines log = new LogLines()) {
      Attempt second = story.file("a.parquet", 0, 51).publish();

      assertThat(recorded(second, "publish_mode")).isEqualTo("swap");
      assertThat(recorded(second, "publish_reason"))
          .startsWith("not incremental, since the live table lost rows of its file")
          .endsWith("to a DELETE of another client");
      assertThat(log.with("swap: not incremental, since the live table lost rows")).isNotEmpty();
    }
  }

  @Test
  void whatAnotherClientInsertedIsFoundAndReplacedByASwap() {
    Story story = threeFiles();
    story.publish();
    scene.lake().ask("INSERT INTO %s VALUES (1, 'x', 2)".formatted(story.quoted()), row -> null);

    Attempt second = story.file("a.parquet", 0, 51).publish();

    assertThat(recorded(second, "publish_mode")).isEqualTo("swap");
    assertThat(recorded(second, "publish_reason")).contains("which this service did not register");
  }

  @Test
  void whatAnotherClientInlinedIsFoundAndReplacedByASwap() {
    Story story = threeFiles();
    story.publish();
    scene
        .lake()
        .ask(
            "CALL ducklake_set_option('ducklake', 'data_inlining_row_limit', 100, schema => '%s', table_name => '%s')"
                .formatted(SCHEMA, story.table()),
            row -> null);
    scene.lake().ask("DELETE FROM %s WHERE id = 1003".formatted(story.quoted()), row -> null);

    Attempt second = story.file("a.parquet", 0, 51).publish();

    assertThat(recorded(second, "publish_mode")).isEqualTo("swap");
    assertThat(recorded(second, "publish_reason")).contains("another client");
  }

  @Test
  void aCompactedTableIsSwappedAndItsFilesAreCountedAnew() {
    Story story = threeFiles();
    story.publish();
    try (LakeSession session = scene.lake().reader().open("compaction")) {
      session.execute("BEGIN");
      session.execute(
          "CALL ducklake_merge_adjacent_files('ducklake', '%s', schema => '%s')"
              .formatted(story.table(), SCHEMA));
      session.execute("COMMIT");
    }

    Attempt second = story.file("a.parquet", 0, 51).publish();
    assertThat(recorded(second, "publish_mode")).isEqualTo("swap");
    assertThat(recorded(second, "publish_reason")).contains("which this service did not register");
    assertThat(recorded(story.file("a.parquet", 0, 52).publish(), "publish_mode"))
        .isEqualTo("incremental");
  }

  @Test
  void theSweepOfLeftoversKeepsWhatEarlierJobsLanded() {
    Story story = threeFiles();
    story.publish();
    story.file("a.parquet", 0, 51).publish();
    story.file("b.parquet", 0, 52).publish();
    Map<String, String> keys = story.keys();

    scene.leftovers().sweep(new LeftoverSweep.Limits(Duration.ZERO, 1000, true));

    assertThat(scene.lake().landedObjects()).containsKeys(keys.values().toArray(String[]::new));
    story.assertHoldsTheGeneration();
  }

  private static String command(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exitCode =
        new Commands(
                OperatorCommands.of(
                    new Workplace(() -> Settings.read(scene.service().environment(), null))))
            .writingTo(new PrintWriter(out), new PrintWriter(err))
            .execute(arguments);
    assertThat(exitCode).as("%s%s", out, err).isZero();
    return out.toString();
  }

  @Test
  void theRowsThatChangedCanBePagedThrough() throws IOException {
    Story story = threeFiles();
    Attempt first = story.publish();
    story.file("a.parquet", 0, 52).publish();

    String since = recorded(first, "snapshot_id");
    String told = command("changes", story.name().toString(), "--since", since, "--limit", "3");
    assertThat(told).contains("52 rows inserted, 50 deleted").contains("\"id\":0");
    assertThat(told.lines()).hasSize(1 + 1 + 3);

    JsonNode page =
        new ObjectMapper()
            .readTree(
                command(
                    "changes",
                    story.name().toString(),
                    "--since",
                    since,
                    "--limit",
                    "10",
                    "--offset",
                    "95",
                    "--json"));
    assertThat(page.get("anew").asBoolean()).isFalse();
    assertThat(page.get("inserted").asInt()).isEqualTo(52);
    assertThat(page.get("changes")).hasSize(102 - 95);
    assertThat(page.get("changes").get(0).get("row").has("name")).isTrue();

    JsonNode all =
        new ObjectMapper()
            .readTree(command("changes", story.name().toString(), "--since", "1d", "--json"));
    assertThat(all.get("anew").asBoolean()).isTrue();
  }

  @Test
  void theRowsThatChangedCanBePagedThroughOverHttp() {
    Story story = threeFiles();
    Attempt first = story.publish();
    story.file("a.parquet", 0, 52).publish();
    String path = "/api/tables/%s/%s/changes".formatted(SCHEMA, story.table());
    String since = "?since=" + recorded(first, "snapshot_id");
    ApiClient api = new ApiClient(scene.service().service().httpAddress().orElseThrow());

    List<String> changes = new ArrayList<>();
    String next = "";
    int pages = 0;
    do {
      JsonNode page = api.get(path + since + "&limit=40" + next).body();
      assertThat(page.get("anew").asBoolean()).isFalse();
      page.get("changes").forEach(change -> changes.add(change.toString()));
      next = page.get("next").isNull() ? null : "&cursor=" + page.get("next").asText();
      if (pages++ == 0) {
        // What is published meanwhile belongs to the next question.
        story.file("b.parquet", 1000, 61).publish();
      }
    } while (next != null);

    assertThat(pages).isEqualTo(3);
    assertThat(changes).hasSize(102).doesNotHaveDuplicates();
    assertThat(changes).filteredOn(change -> change.contains("\"insert\"")).hasSize(52);
    assertThat(changes.get(0)).contains("\"row\":{\"id\":", "\"name\"", "\"half\"");
  }

  @Test
  void whatIsWrongInAQuestionForChangesIsTold() {
    Story story = threeFiles();
    story.publish();
    ApiClient api = new ApiClient(scene.service().service().httpAddress().orElseThrow());
    String path = "/api/tables/%s/%s/changes".formatted(SCHEMA, story.table());

    assertThat(api.get(path).detail()).contains("since is missing");
    assertThat(api.get(path + "?since=yesterday").status()).isEqualTo(400);
    assertThat(api.get(path + "?since=1&limit=1001").detail()).contains("limit", "1000");
    assertThat(api.get(path + "?since=1&cursor=x'").detail()).contains("cursor");
    assertThat(api.get("/api/tables/%s/none'%%22/changes?since=1".formatted(SCHEMA)).status())
        .isEqualTo(404);
    assertThat(api.get(path + "?since=1d").body().get("anew").asBoolean()).isTrue();
    assertThat(api.get(path + "?since=999999").body().get("changes")).isEmpty();
  }
}
