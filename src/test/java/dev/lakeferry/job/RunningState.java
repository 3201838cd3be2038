package dev.lakeferry.job;

import dev.lakeferry.completion.CompletedImport;
import dev.lakeferry.completion.CompletionStore;
import dev.lakeferry.completion.Imports;
import dev.lakeferry.completion.ShippedIntake;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.settings.Secret;
import dev.lakeferry.state.FreshState;
import dev.lakeferry.state.Rows;
import dev.lakeferry.state.StateDatabase;
import dev.lakeferry.testing.RouteSql;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;

/** A fresh state database with two instances working on it. */
final class RunningState implements AutoCloseable {
  static final String WORKFLOW = "ducklake-register.data-imports";
  static final String LAKE = "ducklake";
  static final String SCHEMA_ID = "0190a000-0000-7000-8000-0000000000a1";
  static final TableName TABLE =
      new TableName("insights_data_imports_team_1", "stripe_prod_invoices");
  static final Duration LEASE = Duration.ofMinutes(1);

  int teamLimit = 100_000;
  int organizationLimit = 100_000;
  int allLimit = 100_000;

  final StateDatabase state = FreshState.open();
  final InstanceName here = InstanceName.create();
  final InstanceName elsewhere = InstanceName.create();
  final ErrorText errors = new ErrorText(List.of(new Secret("hunter2")));
  final Jobs jobs = new Jobs(state.jdbi(), here, LEASE, errors);
  final Jobs otherJobs = new Jobs(state.jdbi(), elsewhere, LEASE, errors);
  final RunStore runs = new RunStore(state.jdbi());
  final AttemptStore attempts = new AttemptStore(state.jdbi());

  /** Makes a due run of a job. */
  WorkflowRun due(String job) {
    return due(job, "invoices__query_1764480000_0a1b2c3d", Imports.FINISHED);
  }

  /** Makes a due run of a generation; its run of the copy workflow is left out. */
  WorkflowRun due(String job, String folder, Instant finishedAt) {
    CompletedImport completion = Imports.of(1, SCHEMA_ID, job, folder, finishedAt);
    long inbox = new CompletionStore(state.jdbi()).insert(completion);
    new ShippedIntake(state.jdbi()).take();
    Rows.change(
        state, "DELETE FROM workflow_run WHERE inbox_id = ? AND workflow <> ?", inbox, WORKFLOW);
    String id =
        Rows.value(state, String.class, "SELECT id FROM workflow_run WHERE inbox_id = ?", inbox);
    return runs.find(id).orElseThrow();
  }

  /** Claims all that is due, here. */
  List<WorkflowRun> claim() {
    return claim(here, 1_000);
  }

  /** Claims as the shipped route does, for an instance that may run so many at a time. */
  List<WorkflowRun> claim(InstanceName instance, int concurrency) {
    String sql =
        RouteSql.of(
            "claim-sql",
            Map.of(
                "lakeferry.registrations.concurrency", Integer.toString(concurrency),
                "lakeferry.copies.concurrency", "0",
                "lakeferry.models.concurrency", "0",
                "lakeferry.team.concurrency", Integer.toString(teamLimit),
                "lakeferry.organization.concurrency", Integer.toString(organizationLimit),
                "lakeferry.concurrency", Integer.toString(allLimit),
                "lakeferry.instance", instance.value(),
                "lakeferry.lease", Long.toString(LEASE.toMillis())));
    return state
        .jdbi()
        .inTransaction(
            handle -> handle.createQuery(sql).map(ConstructorMapper.of(WorkflowRun.class)).list());
  }

  /** Makes a run of a job and claims it here. */
  WorkflowRun claimed(String job) {
    WorkflowRun run = due(job);
    return claim().stream().filter(one -> one.id().equals(run.id())).findFirst().orElseThrow();
  }

  /** Makes a run of a generation, claims it and begins an attempt here. */
  Attempt started(String job, String folder, Instant finishedAt) {
    due(job, folder, finishedAt);
    return jobs.start(claim().get(0));
  }

  Attempt now(Attempt attempt) {
    return attempts.find(attempt.id()).orElseThrow();
  }

  WorkflowRun now(WorkflowRun run) {
    return runs.find(run.id()).orElseThrow();
  }

  static LandingPlace place(String prefix) {
    return new LandingPlace(LAKE, TABLE, prefix, "digest", 40);
  }

  static final RetryPolicy ONE_TRY =
      new RetryPolicy(1, Duration.ofSeconds(1), Duration.ofSeconds(1));

  static RecordedPublication published(long snapshot) {
    return new RecordedPublication(
        LAKE,
        TABLE,
        "swap",
        null,
        40,
        200_000,
        1_000_000,
        0,
        null,
        1,
        snapshot - 1,
        snapshot,
        Instant.parse("2026-01-02T04:00:00Z"));
  }

  /** What is recorded before COMMIT is sent. */
  static RecordedPublication planned() {
    return new RecordedPublication(
        LAKE, TABLE, "swap", null, 40, 200_000, 1_000_000, 0, null, 1, 16L, null, null);
  }

  @Override
  public void close() {
    state.close();
  }
}
