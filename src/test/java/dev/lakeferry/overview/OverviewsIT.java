package dev.lakeferry.overview;

import static dev.lakeferry.overview.Seed.COPY;
import static dev.lakeferry.overview.Seed.MODEL;
import static dev.lakeferry.overview.Seed.REGISTER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lakeferry.settings.FreshnessTargets;
import dev.lakeferry.state.FreshState;
import dev.lakeferry.state.Rows;
import dev.lakeferry.state.StateDatabase;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How source schemas and models stand, from rows as the workflows leave them. */
class OverviewsIT {
  private StateDatabase state;
  private Seed seed;

  @BeforeEach
  void open() {
    state = FreshState.open();
    seed = new Seed(state);
  }

  @AfterEach
  void close() {
    state.close();
  }

  private Overview read(OverviewFilter filter) {
    return read(filter, "");
  }

  private Overview read(OverviewFilter filter, String targets) {
    return new Overviews(state.jdbi(), "lake", FreshnessTargets.parse(targets), Duration.ofHours(1))
        .read(filter, 1, 50);
  }

  private OverviewLine line(String id) {
    return line(id, "");
  }

  private OverviewLine line(String id, String targets) {
    return read(OverviewFilter.ALL, targets).lines().stream()
        .filter(line -> line.id().equals(id))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void nothingAtAllIsNotConfigured() {
    Overview overview = read(OverviewFilter.ALL);

    assertThat(overview.overall()).isEqualTo(Readiness.NOT_CONFIGURED);
    assertThat(overview.lines()).isEmpty();
    assertThat(overview.oldestDue()).isNull();
  }

  @Test
  void aSchemaWithoutAttemptWaits() {
    seed.schema(1, "a", "s1", "charges", 5);

    OverviewLine line = line("a");

    assertThat(line.readiness()).isEqualTo(Readiness.WAITING);
    assertThat(line.detail()).isEqualTo("Waiting for a copy or register workflow to run.");
    assertThat(line.applied()).isFalse();
    assertThat(line.tableName()).isNull();
  }

  @Test
  void aLaterFailureDoesNotEraseWhenDataWasLastApplied() {
    seed.schema(1, "a", "s1", "charges", 5);
    String applied = seed.ended(REGISTER, 1, "a", "job-1", "completed", 60);
    String failed = seed.ended(REGISTER, 1, "a", "job-2", "failed", 5);

    OverviewLine line = line("a");

    assertThat(line.readiness()).isEqualTo(Readiness.NEEDS_ATTENTION);
    assertThat(line.detail()).isEqualTo("It failed; the live table stays.");
    assertThat(line.runId()).isEqualTo(failed);
    assertThat(line.lastAppliedRunId()).isEqualTo(applied);
    assertThat(line.lastAppliedAt()).isBefore(Instant.now().minus(Duration.ofMinutes(59)));
    assertThat(line.rows()).isEqualTo(34567);
  }

  @Test
  void theLatestAttemptIsFoundAcrossWorkflows() {
    seed.schema(1, "a", "s1", "charges", 5);
    seed.ended(REGISTER, 1, "a", "job-1", "failed", 60);
    seed.ended(COPY, 1, "a", "job-1", "completed", 30);

    assertThat(line("a").readiness()).isEqualTo(Readiness.UP_TO_DATE);
    assertThat(line("a").workflowType()).isEqualTo(COPY);
  }

  @Test
  void aSkippedWorkflowDoesNotHideWhatTheOtherDid() {
    seed.schema(1, "a", "s1", "charges", 5);
    seed.ended(REGISTER, 1, "a", "job-1", "completed", 30);
    seed.ended(COPY, 1, "a", "job-1", "skipped", 29);

    assertThat(line("a").readiness()).isEqualTo(Readiness.UP_TO_DATE);
    assertThat(line("a").workflowType()).isEqualTo(REGISTER);
  }

  @Test
  void skippedIsTheLatestOnlyWhereEveryWorkflowOfTheJobWasSkippedAndNoneIsDue() {
    seed.schema(1, "a", "s1", "charges", 5);
    seed.ended(REGISTER, 1, "a", "job-1", "failed", 60);
    seed.ended(COPY, 1, "a", "job-2", "skipped", 30);
    String due = seed.due(REGISTER, 1, "a", "job-2", 30);

    assertThat(line("a").readiness()).isEqualTo(Readiness.NEEDS_ATTENTION);

    Rows.change(
        state, "UPDATE workflow_run SET state = 'done', outcome = 'skipped' WHERE id = ?", due);
    seed.attempt(due, "skipped", 20);

    assertThat(line("a").readiness()).isEqualTo(Readiness.WAITING);
    assertThat(line("a").workflowStatus()).isEqualTo("skipped");
  }

  @Test
  void aStaleAttemptSaysWhetherItWasSupersededOrItsWorkerWasLost() {
    seed.schema(1, "a", "s1", "charges", 5);
    String run = seed.ended(REGISTER, 1, "a", "job-1", "stale", 5);

    assertThat(line("a").readiness()).isEqualTo(Readiness.WAITING);
    assertThat(line("a").staleReason()).isEqualTo("superseded");
    assertThat(line("a").detail())
        .isEqualTo("A newer source import replaced this register workflow.");

    Rows.change(
        state,
        "UPDATE managed_warehouse_source_job SET stale_reason = 'lease_lost' WHERE run_id = ?",
        run);

    assertThat(line("a").staleReason()).isEqualTo("lease_lost");
    assertThat(line("a").detail()).contains("worker").contains("was lost");
  }

  @Test
  void aPausedSchemaIsPausedWhateverItsAttemptsSay() {
    seed.schema(1, "a", "s1", "charges", 5);
    seed.ended(REGISTER, 1, "a", "job-1", "failed", 5);
    Rows.change(state, "UPDATE source_schema SET should_sync = false");

    assertThat(line("a", "1m").readiness()).isEqualTo(Readiness.SYNC_PAUSED);
    assertThat(line("a", "1m").late()).isFalse();
  }

  @Test
  void aDeletedSchemaIsNotShown() {
    seed.schema(1, "a", "s1", "charges", 5);
    Rows.change(state, "UPDATE source_schema SET deleted = true");

    assertThat(read(OverviewFilter.ALL).lines()).isEmpty();
  }

  @Test
  void modelsStandLikewise() {
    seed.ended(MODEL, 4, "revenue", "job-1", "completed", 60);
    seed.ended(MODEL, 4, "revenue", "job-2", "failed", 5);
    seed.due(MODEL, 4, "churn", "job-1", 3);

    OverviewLine revenue = line("revenue");
    assertThat(revenue.kind()).isEqualTo("saved_query");
    assertThat(revenue.readiness()).isEqualTo(Readiness.NEEDS_ATTENTION);
    assertThat(revenue.applied()).isTrue();
    assertThat(revenue.group()).isEqualTo("Models");
    assertThat(line("churn").detail()).isEqualTo("Waiting for a copy workflow to run.");
    assertThat(read(new OverviewFilter(null, null, null, "models", null)).listed()).isEqualTo(2);
  }

  @Test
  void dataOlderThanItsTargetIsLate() {
    seed.schema(1, "a", "s1", "charges", 200);
    seed.ended(REGISTER, 1, "a", "job-1", "completed", 200);
    seed.schema(2, "b", "s1", "charges", 200);
    seed.ended(REGISTER, 2, "b", "job-1", "completed", 200);
    String targets = "3h, team:2=4h";

    assertThat(line("a", targets).late()).isTrue();
    assertThat(line("a", targets).freshness().ageSeconds()).isBetween(12_000L, 12_100L);
    assertThat(line("b", targets).late()).isFalse();
    assertThat(line("a", "").freshness().state()).isEqualTo(Freshness.State.UNMEASURED);
    assertThat(
            line("b", "1m,table:insights_data_imports_team_2.stripe_prod_b=off")
                .freshness()
                .state())
        .isEqualTo(Freshness.State.UNMEASURED);
    assertThat(read(new OverviewFilter(null, null, null, null, "late"), targets).listed())
        .isEqualTo(1);
  }

  @Test
  void whatWasNeverAppliedIsLateWhenItsFirstDataIsOlderThanTheTarget() {
    seed.schema(1, "a", "s1", "charges", 200);

    assertThat(line("a", "3h").late()).isTrue();
    assertThat(line("a", "4h").late()).isFalse();
  }

  @Test
  void bothImportFlagsOnAreWarnedOfAsTheRunsRecordIt() {
    seed.schema(1, "a", "s1", "charges", 5);
    seed.ended(REGISTER, 1, "a", "job-1", "completed", 5);
    seed.ended(COPY, 1, "a", "job-1", "completed", 4);
    seed.schema(1, "b", "s1", "invoices", 5);
    seed.ended(REGISTER, 1, "b", "job-1", "completed", 5);
    seed.ended(COPY, 1, "b", "job-1", "skipped", 4);

    assertThat(line("a").warnings())
        .extracting(Warning::kind)
        .containsExactly(Warning.Kind.BOTH_WORKFLOWS);
    assertThat(line("b").warnings()).isEmpty();
  }

  @Test
  void whatIsLaggingQuarantinedOrOverdueIsWarnedOf() {
    seed.schema(1, "lagging", "s1", "charges", 90);
    seed.ended(REGISTER, 1, "lagging", "job-1", "completed", 300);
    seed.schema(1, "killer", "s1", "invoices", 5);
    String killer = seed.ended(REGISTER, 1, "killer", "job-1", "failed", 5);
    Rows.change(
        state,
        "UPDATE managed_warehouse_source_job SET latest_error = ? WHERE run_id = ?",
        dev.lakeferry.job.Leases.QUARANTINED + "the process died 5 times in a row.",
        killer);
    seed.schema(1, "overdue", "s1", "refunds", null);
    String due = seed.due(REGISTER, 1, "overdue", "job-1", 120);

    assertThat(line("lagging").warnings())
        .extracting(Warning::text)
        .containsExactly("Data that finished upstream 1 h 30 min ago is not applied yet.");
    assertThat(line("killer").warnings())
        .extracting(Warning::kind)
        .containsExactly(Warning.Kind.QUARANTINED);
    assertThat(line("overdue").warnings())
        .extracting(Warning::kind)
        .containsExactly(Warning.Kind.OVERDUE);
    Overview overview = read(OverviewFilter.ALL);
    assertThat(overview.oldestDue().runId()).isEqualTo(due);
    assertThat(overview.oldestDue().overdue()).isTrue();
    assertThat(overview.totals().warned()).isEqualTo(3);
  }

  @Test
  void aWholeStandsAsItsMostUrgentPart() {
    seed.schema(1, "a", "s1", "charges", 5);
    seed.ended(REGISTER, 1, "a", "job-1", "completed", 5);
    seed.schema(1, "b", "s2", "invoices", 5);
    seed.schema(2, "c", "s3", "invoices", 5);
    seed.ended(REGISTER, 2, "c", "job-1", "failed", 5);

    Overview overview = read(OverviewFilter.ALL);

    assertThat(overview.overall()).isEqualTo(Readiness.NEEDS_ATTENTION);
    assertThat(overview.teams()).extracting(RollUp::id).containsExactly("2", "1");
    assertThat(overview.teams().get(1).readiness()).isEqualTo(Readiness.WAITING);
    assertThat(overview.teams().get(1).appliedSchemas()).isEqualTo(1);
    assertThat(overview.sources()).extracting(RollUp::id).containsExactly("s3", "s2", "s1");
    assertThat(overview.lines()).extracting(OverviewLine::id).containsExactly("c", "b", "a");
  }

  @Test
  void filtersNarrowTheListAndStatesLeaveTheTotals() {
    seed.schema(1, "a", "s1", "charges", 5);
    seed.ended(REGISTER, 1, "a", "job-1", "completed", 5);
    seed.schema(1, "b", "s1", "invoices", 5);
    seed.schema(2, "c", "s2", "charges", 5);

    assertThat(read(new OverviewFilter("CHARG", null, null, null, null)).listed()).isEqualTo(2);
    assertThat(read(new OverviewFilter(null, 2L, null, null, null)).listed()).isEqualTo(1);
    assertThat(read(new OverviewFilter(null, null, null, "s1", null)).listed()).isEqualTo(2);
    Overview waiting = read(new OverviewFilter(null, null, Readiness.WAITING, null, null));
    assertThat(waiting.listed()).isEqualTo(2);
    assertThat(waiting.totals().totalSchemas()).isEqualTo(3);
  }

  @Test
  void oddRowsAreShownAndBreakNothing() {
    seed.schema(-5, "nameless", null, null, null);
    seed.schema(1, "<script>alert(1)</script>", "s1", "\"'><b>", 5);
    seed.schema(1, "timeless", "s1", "x".repeat(5_000), 5);
    Rows.change(
        state, "UPDATE source_schema SET last_synced_at = 'infinity' WHERE id = 'timeless'");
    String run = seed.ended(REGISTER, 1, "timeless", "job-1", "completed", 5);
    Rows.change(
        state,
        """
        UPDATE managed_warehouse_source_job
        SET started_at = '-infinity', finished_at = 'infinity', completed_at = '4000-01-01 BC',
          workflow_type = '', stage_millis = '{"plan": "x", "land": null, "verify": {}}'
        WHERE run_id = ?
        """,
        run);
    Rows.change(
        state,
        """
        INSERT INTO workflow_run (
          id, workflow, team_id, subject_kind, subject_id, job_id, token, payload, completed_at,
          inbox_id, not_before)
        VALUES ('odd', 'x', 9, 'saved_query', '', '', '', '[]', 'infinity', -1, '-infinity')
        """);

    Overview overview = read(OverviewFilter.ALL, "1h");

    assertThat(overview.lines())
        .extracting(OverviewLine::id)
        .containsExactlyInAnyOrder("nameless", "<script>alert(1)</script>", "timeless", "");
    assertThat(line("timeless", "1h").lastAppliedAt()).isNull();
    assertThat(new RunReports(state.jdbi()).find(run).orElseThrow().newest().stages()).isEmpty();
    assertThat(new RunReports(state.jdbi()).find("odd")).isPresent();
  }
}
