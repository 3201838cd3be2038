package dev.lakeferry.faults;

import dev.lakeferry.settings.DatabaseSettings;
import dev.lakeferry.state.StateDatabase;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;

/** The state tables, looked at from outside. */
final class Runs {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration GLANCE = Duration.ofMillis(20);

  private final StateDatabase state;
  private final DatabaseSettings catalog;

  Runs(StateDatabase state, DatabaseSettings catalog) {
    this.state = state;
    this.catalog = catalog;
  }

  /** One attempt. */
  record Try(
      long id,
      int attempt,
      String status,
      String stage,
      String owner,
      String staleReason,
      String latestError,
      boolean commitSent,
      String catalogSession,
      Long snapshotId) {}

  /** All attempts at a run, first to last. */
  List<Try> attempts(Carried carried) {
    return state
        .jdbi()
        .withHandle(
            handle ->
                handle
                    .createQuery(
                        """
                        SELECT
                          id, attempt, status, stage, owner, stale_reason, latest_error, commit_sent,
                          catalog_session, snapshot_id
                        FROM managed_warehouse_source_job
                        WHERE run_id = :run
                        ORDER BY attempt
                        """)
                    .bind("run", carried.runId())
                    .map(ConstructorMapper.of(Try.class))
                    .list());
  }

  /** Waits until the newest attempt at a run runs in a stage. */
  Try awaitStage(Carried carried, String stage) {
    return Awaitility.await(carried.runId() + " in stage " + stage)
        .atMost(PATIENCE)
        .pollInterval(GLANCE)
        .until(() -> newest(carried, stage), Optional::isPresent)
        .orElseThrow();
  }

  /** The running attempt at a run if it is in a stage. */
  Optional<Try> newest(Carried carried, String stage) {
    return attempts(carried).stream()
        .filter(one -> one.status().equals("running"))
        .filter(one -> stage.equals(one.stage()))
        .findFirst();
  }

  /** Waits until an attempt's COMMIT has reached the catalog, where a lock holds it. */
  Try awaitCommitSent(Carried carried) {
    Try attempt = awaitStage(carried, "commit");
    Awaitility.await("COMMIT of " + carried.runId() + " waits in the catalog")
        .atMost(PATIENCE)
        .pollInterval(GLANCE)
        .until(() -> waitsForALock(attempt.catalogSession()));
    return attempt;
  }

  private boolean waitsForALock(String session) {
    return inCatalog(
        handle ->
            handle
                .select(
                    """
                    SELECT count(*) > 0
                    FROM pg_stat_activity
                    WHERE application_name = ?
                      AND wait_event_type = 'Lock'
                    """,
                    session)
                .mapTo(Boolean.class)
                .one());
  }

  /** Waits until nothing is left to be done. */
  void awaitQuiet() {
    Awaitility.await("nothing is left to be done")
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(
            () ->
                state
                    .jdbi()
                    .withHandle(
                        handle ->
                            handle
                                .select(
                                    "SELECT NOT EXISTS (SELECT FROM workflow_run WHERE state <> 'done')")
                                .mapTo(Boolean.class)
                                .one()));
  }

  /** Who works on anything. */
  List<String> owners() {
    return state
        .jdbi()
        .withHandle(
            handle ->
                handle
                    .select("SELECT DISTINCT picked_by FROM workflow_run WHERE state = 'running'")
                    .mapTo(String.class)
                    .list());
  }

  /** How many of these have ended. */
  int done(List<Carried> all) {
    return state
        .jdbi()
        .withHandle(
            handle ->
                handle
                    .createQuery(
                        """
                        SELECT count(*)
                        FROM workflow_run
                        WHERE state = 'done'
                          AND id IN (<runs>)
                        """)
                    .bindList("runs", all.stream().map(Carried::runId).toList())
                    .mapTo(Integer.class)
                    .one());
  }

  /** Waits until a run has more than so many attempts. */
  Try awaitAttemptAfter(Carried carried, int attempt) {
    return Awaitility.await(carried.runId() + " is tried again after attempt " + attempt)
        .atMost(PATIENCE)
        .pollInterval(GLANCE)
        .until(
            () -> attempts(carried).stream().filter(one -> one.attempt() > attempt).findFirst(),
            Optional::isPresent)
        .orElseThrow();
  }

  /** Waits until somebody has claimed a run. */
  String awaitClaim(Carried carried) {
    return Awaitility.await(carried.runId() + " is claimed")
        .atMost(PATIENCE)
        .pollInterval(GLANCE)
        .until(
            () -> text("SELECT picked_by FROM workflow_run WHERE id = ?", carried),
            Optional::isPresent)
        .orElseThrow();
  }

  /** Waits until a run has ended; tells how. */
  String awaitDone(Carried carried) {
    return Awaitility.await(carried.runId() + " is done")
        .atMost(PATIENCE)
        .pollInterval(GLANCE)
        .ignoreExceptions()
        .until(
            () -> text("SELECT outcome FROM workflow_run WHERE id = ?", carried),
            Optional::isPresent)
        .orElseThrow();
  }

  private Optional<String> text(String sql, Carried carried) {
    return state
        .jdbi()
        .withHandle(handle -> handle.select(sql, carried.runId()).mapTo(String.class).findFirst());
  }

  /** Waits until the catalog holds the publication of an attempt. */
  void awaitCommitted(Carried carried, int attempt) {
    Awaitility.await(carried.runId() + " is committed")
        .atMost(PATIENCE)
        .pollInterval(GLANCE)
        .until(() -> snapshots(carried.runId() + " attempt " + attempt) == 1);
  }

  private long snapshots(String message) {
    return inCatalog(
        handle ->
            handle
                .select(
                    "SELECT count(*) FROM ducklake_meta.ducklake_snapshot_changes WHERE commit_message = ?",
                    message)
                .mapTo(Long.class)
                .one());
  }

  /** Asks the catalog's database. */
  <T> T inCatalog(org.jdbi.v3.core.HandleCallback<T, SQLException> work) {
    try (Connection connection = connect(catalog);
        Handle handle = org.jdbi.v3.core.Jdbi.open(connection)) {
      return work.withHandle(handle);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A connection of the test's own. */
  static Connection connect(DatabaseSettings database) throws SQLException {
    return DriverManager.getConnection(
        "jdbc:postgresql://%s:%d/%s?ApplicationName=fault-suite"
            .formatted(database.host(), database.port(), database.database()),
        database.username(),
        database.password().reveal());
  }

  /** Ends database sessions whose names begin so; tells how many. */
  int terminate(String prefix) {
    return inCatalog(
        handle ->
            handle
                .select(
                    """
                    SELECT count(pg_terminate_backend(pid))
                    FROM pg_stat_activity
                    WHERE usename = current_user
                      AND starts_with(application_name, ?)
                    """,
                    prefix)
                .mapTo(Integer.class)
                .one());
  }

  StateDatabase state() {
    return state;
  }
}
