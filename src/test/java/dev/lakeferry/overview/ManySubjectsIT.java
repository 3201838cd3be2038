package dev.lakeferry.overview;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.settings.FreshnessTargets;
import dev.lakeferry.state.FreshState;
import dev.lakeferry.state.StateDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Ten thousand source schemas with 240,000 runs: what a page asks for stays bounded. */
class ManySubjectsIT {
  private static StateDatabase state;

  @BeforeAll
  static void seed() {
    state = FreshState.open();
    new Seed(state).many(10_000, 12);
  }

  @AfterAll
  static void close() {
    state.close();
  }

  private static long millis(Runnable work) {
    long began = System.nanoTime();
    work.run();
    return (System.nanoTime() - began) / 1_000_000;
  }

  @Test
  void thePageOfAllIsAnsweredFromWhatWasReadShortlyBefore() {
    Overviews overviews =
        new Overviews(state.jdbi(), "lake", FreshnessTargets.parse("1h"), Duration.ofHours(1));
    long cold = millis(() -> overviews.read(OverviewFilter.ALL, 1, 50));
    long anew = Long.MAX_VALUE;
    for (int i = 0; i < 5; i++) {
      Overviews fresh =
          new Overviews(state.jdbi(), "lake", FreshnessTargets.parse("1h"), Duration.ofHours(1));
      anew = Math.min(anew, millis(() -> fresh.read(OverviewFilter.ALL, 1, 50)));
    }
    long warm = Long.MAX_VALUE;
    for (int i = 0; i < 20; i++) {
      warm = Math.min(warm, millis(() -> overviews.read(OverviewFilter.ALL, 1, 50)));
    }
    System.out.printf(
        "10,000 source schemas: %d ms read first, %d ms anew, %d ms shared%n", cold, anew, warm);

    Overview overview = overviews.read(OverviewFilter.ALL, 1, 50);
    assertThat(overview.totals().totalSchemas()).isEqualTo(10_000);
    assertThat(overview.totals().in(Readiness.NEEDS_ATTENTION)).isEqualTo(200);
    assertThat(overview.totals().in(Readiness.UP_TO_DATE)).isEqualTo(9_800);
    assertThat(overview.lines()).hasSize(50);
    assertThat(overview.teamsTotal()).isEqualTo(100);
    assertThat(overview.sourcesTotal()).isEqualTo(1_000);
    assertThat(warm).isLessThan(200);
  }

  @Test
  void aTeamIsReadByItsIndexAlone() {
    Overviews overviews =
        new Overviews(state.jdbi(), "lake", FreshnessTargets.parse(""), Duration.ofHours(1));
    long took = Long.MAX_VALUE;
    for (int i = 0; i < 10; i++) {
      took = Math.min(took, millis(() -> overviews.read(OverviewFilter.ALL.ofTeam(7), 1, 50)));
    }
    System.out.printf("a team's 100 source schemas: %d ms%n", took);

    assertThat(took).isLessThan(200);
  }

  @Test
  void everyAttemptIsFoundThroughAnIndex() {
    List<String> plan =
        state
            .jdbi()
            .withHandle(
                handle ->
                    handle
                        .createQuery("EXPLAIN " + SubjectReader.schemasSql())
                        .define("column", "source_schema_id")
                        .bind("kind", "source_schema")
                        .bind("team", (Long) null)
                        .bind("part", 0)
                        .mapTo(String.class)
                        .list());

    assertThat(String.join("\n", plan))
        .contains("managed_warehouse_source_job_newest")
        .contains("managed_warehouse_source_job_applied")
        .contains("workflow_run_job")
        .doesNotContain("Seq Scan on managed_warehouse_source_job")
        .doesNotContain("Seq Scan on workflow_run");
  }

  @Test
  void pagesOfRunsFollowOneAnotherWithoutGapOrRepetition() {
    RunLists lists = new RunLists(state.jdbi());
    RunFilter failed = new RunFilter(null, "failed", null, null, null, null);
    java.util.Set<String> seen = new java.util.HashSet<>();
    Optional<String> cursor = Optional.empty();
    do {
      RunPage page = lists.page(failed, cursor, 500);
      page.runs().forEach(run -> assertThat(seen.add(run.runId())).isTrue());
      cursor = Optional.ofNullable(page.nextCursor());
    } while (cursor.isPresent());

    assertThat(seen).hasSize(2_400);
  }

  @Test
  void everyListOfRunsHasItsIndex() {
    for (RunFilter filter :
        List.of(
            RunFilter.ALL,
            RunFilter.ofTeam(7),
            new RunFilter(null, "failed", null, null, null, null),
            new RunFilter(null, "due", null, null, null, null),
            new RunFilter(null, null, null, "insights_data_imports_team_8", "schema-7", null),
            RunFilter.ofSubject(8, "schema-7"))) {
      assertThat(plan(filter)).as(filter.toString()).doesNotContain("Seq Scan");
    }
  }

  private static String plan(RunFilter filter) {
    return state
        .jdbi()
        .withHandle(
            handle ->
                String.join(
                    "\n",
                    RunLists.query(handle, "EXPLAIN\n", filter, null, 50)
                        .mapTo(String.class)
                        .list()));
  }
}
