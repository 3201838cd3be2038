package dev.lakeferry.job;

import dev.lakeferry.naming.TableName;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.Update;

/**
 * Rows of {@code managed_warehouse_source_job}. A change of an attempt that was handed out names
 * its precondition in the WHERE: it runs and is ours; what it answers tells whether that held.
 */
public final class AttemptStore {
  private static final String OURS =
      """
      WHERE id = :id
        AND status = 'running'
        AND owner = :owner
      """;

  private static final String STAGE_ENDED =
      """
      stage_millis = CASE
        WHEN stage IS NULL THEN stage_millis
        ELSE stage_millis || jsonb_build_object(
          stage,
          COALESCE(CAST(stage_millis ->> stage AS bigint), 0)
            + CAST(EXTRACT(EPOCH FROM clock_timestamp() - stage_started_at) * 1000 AS bigint))
        END,
      """;

  private static final String PUBLISHED =
      """
      lake = :lake,
      target_schema = :schema,
      target_table = :table,
      publish_mode = :mode,
      publish_reason = :reason,
      files = :files,
      rows = :rows,
      bytes = :bytes,
      files_rewritten = :filesRewritten,
      rewrite_reasons = :rewriteReasons,
      files_empty = :filesEmpty,
      base_snapshot_id = :baseSnapshotId,
      snapshot_id = :snapshotId,
      snapshot_time = :snapshotTime
      """;

  private final Jdbi jdbi;

  /** Takes the state database. */
  public AttemptStore(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /** Reads an attempt. */
  public Optional<Attempt> find(long id) {
    return jdbi.withHandle(
        handle ->
            attempt(
                    handle
                        .createQuery("SELECT * FROM managed_warehouse_source_job WHERE id = :id")
                        .bind("id", id))
                .stream()
                .findFirst());
  }

  /** The attempts at a run, first to last. */
  public List<Attempt> of(String runId) {
    return jdbi.withHandle(
        handle ->
            attempt(
                handle
                    .createQuery(
                        """
                        SELECT *
                        FROM managed_warehouse_source_job
                        WHERE run_id = :run
                        ORDER BY attempt
                        """)
                    .bind("run", runId)));
  }

  /** How long ago an attempt began, by the database's clock. */
  public Duration age(Attempt attempt) {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT now() - started_at
                    FROM managed_warehouse_source_job
                    WHERE id = :id
                    """)
                .bind("id", attempt.id())
                .mapTo(Duration.class)
                .one());
  }

  /** Takes up the attempt that waited for a busy table, if there is one. */
  static Optional<Attempt> adopt(Handle handle, WorkflowRun run, InstanceName owner) {
    return attempt(
            handle
                .createQuery(
                    """
                    UPDATE managed_warehouse_source_job
                    SET owner = :owner,
                      heartbeat_at = now()
                    WHERE run_id = :run
                      AND status = 'running'
                      AND owner IS NULL
                    RETURNING *
                    """)
                .bind("run", run.id())
                .bind("owner", owner.value()))
        .stream()
        .findFirst();
  }

  /** Whether the run has an attempt that somebody works on. */
  static boolean isWorkedOn(Handle handle, WorkflowRun run) {
    return handle
        .createQuery(
            """
            SELECT EXISTS (
              SELECT
              FROM managed_warehouse_source_job
              WHERE run_id = :run
                AND status = 'running'
                AND owner IS NOT NULL)
            """)
        .bind("run", run.id())
        .mapTo(Boolean.class)
        .one();
  }

  /** Adds the next attempt at a run that is locked. */
  static Attempt insert(Handle handle, WorkflowRun run, InstanceName owner) {
    return attempt(
            handle
                .createQuery(
                    """
                    INSERT INTO managed_warehouse_source_job (
                      run_id, attempt, team_id, environment_id, source_schema_id, saved_query_id,
                      model_label, external_data_job_id, workflow_type, workflow_id, token,
                      completed_at, folder_time, inbox_id, status, owner)
                    SELECT
                      id,
                      1 + COALESCE((
                        SELECT max(attempt)
                        FROM managed_warehouse_source_job
                        WHERE run_id = workflow_run.id), 0),
                      team_id,
                      environment_id,
                      CASE WHEN subject_kind = 'source_schema' THEN subject_id END,
                      CASE WHEN subject_kind = 'saved_query' THEN subject_id END,
                      payload ->> 'model_label',
                      job_id,
                      workflow,
                      id,
                      token,
                      completed_at,
                      folder_time,
                      inbox_id,
                      'running',
                      :owner
                    FROM workflow_run
                    WHERE id = :run
                    RETURNING *
                    """)
                .bind("run", run.id())
                .bind("owner", owner.value()))
        .get(0);
  }

  /** Extends the run's lease and the attempt's heartbeat together, or neither. */
  static boolean heartbeat(Handle handle, Attempt attempt, InstanceName owner, Duration lease) {
    return handle
            .createUpdate(
                """
                WITH leased AS (
                  UPDATE workflow_run
                  SET lease_until = now() + make_interval(secs => :lease)
                  WHERE id = :run
                    AND state = 'running'
                    AND picked_by = :owner
                  RETURNING id
                )
                UPDATE managed_warehouse_source_job AS attempt
                SET heartbeat_at = now()
                FROM leased
                WHERE attempt.run_id = leased.id
                  AND attempt.id = :id
                  AND attempt.status = 'running'
                  AND attempt.owner = :owner
                """)
            .bind("id", attempt.id())
            .bind("run", attempt.runId())
            .bind("owner", owner.value())
            .bind("lease", RunStore.seconds(lease))
            .execute()
        == 1;
  }

  static boolean stage(Handle handle, Attempt attempt, InstanceName owner, String stage) {
    return ours(
                handle,
                "SET " + STAGE_ENDED + "stage = :stage, stage_started_at = now()\n",
                attempt,
                owner)
            .bind("stage", stage)
            .execute()
        == 1;
  }

  static boolean progress(
      Handle handle, Attempt attempt, InstanceName owner, long objectsDone, long bytesDone) {
    return ours(
                handle,
                """
                SET objects_done = GREATEST(objects_done, :objects),
                  bytes_done = GREATEST(bytes_done, :bytes)
                """,
                attempt,
                owner)
            .bind("objects", objectsDone)
            .bind("bytes", bytesDone)
            .execute()
        == 1;
  }

  static boolean target(
      Handle handle, Attempt attempt, InstanceName owner, String lake, TableName table) {
    return ours(
                handle,
                """
                SET lake = :lake,
                  target_schema = :schema,
                  target_table = :table
                """,
                attempt,
                owner)
            .bind("lake", lake)
            .bind("schema", table.schema())
            .bind("table", table.table())
            .execute()
        == 1;
  }

  static boolean landing(Handle handle, Attempt attempt, InstanceName owner, LandingPlace place) {
    return ours(
                handle,
                """
                SET lake = :lake,
                  target_schema = :schema,
                  target_table = :table,
                  landing_prefix = :prefix,
                  plan_digest = :digest,
                  objects_total = :objects,
                  objects_done = 0,
                  bytes_done = 0
                """,
                attempt,
                owner)
            .bind("lake", place.lake())
            .bind("schema", place.table().schema())
            .bind("table", place.table().table())
            .bind("prefix", place.prefix())
            .bind("digest", place.digest())
            .bind("objects", place.objects())
            .execute()
        == 1;
  }

  static boolean commitSent(
      Handle handle, Attempt attempt, InstanceName owner, RecordedPublication planned) {
    return published(ours(handle, "SET commit_sent = true,\n" + PUBLISHED, attempt, owner), planned)
            .execute()
        == 1;
  }

  static boolean catalogSession(Handle handle, Attempt attempt, InstanceName owner, String name) {
    return ours(handle, "SET catalog_session = :name\n", attempt, owner)
            .bind("name", name)
            .execute()
        == 1;
  }

  static boolean shadow(
      Handle handle, Attempt attempt, InstanceName owner, TableName shadow, String digest) {
    return ours(
                handle,
                """
                SET shadow_table = :shadow,
                  plan_digest = :digest,
                  publish_mode = 'staged'
                """,
                attempt,
                owner)
            .bind("shadow", shadow.table())
            .bind("digest", digest)
            .execute()
        == 1;
  }

  /** The attempt that an instance works on at a run that is locked. */
  static Optional<Attempt> workedOn(Handle handle, String runId, String owner) {
    return attempt(
            handle
                .createQuery(
                    """
                    SELECT *
                    FROM managed_warehouse_source_job
                    WHERE run_id = :run
                      AND status = 'running'
                      AND owner = :owner
                    """)
                .bind("run", runId)
                .bind("owner", owner))
        .stream()
        .findFirst();
  }

  /** Ends an attempt whose COMMIT was found in the catalog; its run is locked. */
  static void foundCompleted(Handle handle, Attempt attempt, PublishedSnapshot snapshot) {
    takenBack(
            handle,
            attempt,
            """
            status = 'completed',
            finished_at = now(),
            snapshot_id = :snapshot,
            snapshot_time = :time
            """)
        .bind("snapshot", snapshot.id())
        .bind("time", snapshot.time())
        .execute();
  }

  /** Ends an attempt that was taken from its worker, as stale or failed; its run is locked. */
  static void takenBack(Handle handle, Attempt attempt, AttemptStatus status, String text) {
    boolean failed = status == AttemptStatus.FAILED;
    takenBack(
            handle,
            attempt,
            """
            status = lower(:status),
            finished_at = now(),
            stale_reason = :reason,
            failure_kind = :kind,
            latest_error = :text
            """)
        .bind("status", status.name())
        .bind("reason", failed ? null : StaleReason.LEASE_LOST.id())
        .bind("kind", failed ? FailureKind.FINAL.id() : null)
        .bind("text", text)
        .execute();
  }

  private static Update takenBack(Handle handle, Attempt attempt, String set) {
    return handle
        .createUpdate(
            "UPDATE managed_warehouse_source_job\nSET "
                + STAGE_ENDED
                + set
                + "WHERE id = :id AND status = 'running'")
        .bind("id", attempt.id());
  }

  /** Lets the attempt at a run that is locked wait without an owner, if it has one. */
  static void park(Handle handle, String runId, InstanceName owner) {
    handle
        .createUpdate(
            "UPDATE managed_warehouse_source_job SET\n"
                + STAGE_ENDED
                + """
                  stage = 'waiting',
                  stage_started_at = now(),
                  heartbeat_at = now(),
                  owner = NULL
                WHERE run_id = :run
                  AND status = 'running'
                  AND owner = :owner
                """)
        .bind("run", runId)
        .bind("owner", owner.value())
        .execute();
  }

  /** Whether the attempt is completed already, with this very snapshot. */
  static boolean wasCompleted(Handle handle, Attempt attempt, long snapshotId) {
    return handle
        .createQuery(
            """
            SELECT EXISTS (
              SELECT
              FROM managed_warehouse_source_job
              WHERE id = :id
                AND status = 'completed'
                AND snapshot_id = :snapshot)
            """)
        .bind("id", attempt.id())
        .bind("snapshot", snapshotId)
        .mapTo(Boolean.class)
        .one();
  }

  static boolean completed(
      Handle handle, Attempt attempt, InstanceName owner, RecordedPublication published) {
    Update update =
        ours(
            handle,
            "SET "
                + STAGE_ENDED
                + """
                      status = 'completed',
                      finished_at = now(),
                      heartbeat_at = now(),
                    """
                + PUBLISHED,
            attempt,
            owner);
    return published(update, published).execute() == 1;
  }

  private static Update published(Update update, RecordedPublication published) {
    return update
        .bindMethods(published)
        .bind("schema", published.table().schema())
        .bind("table", published.table().table());
  }

  static boolean failed(
      Handle handle, Attempt attempt, InstanceName owner, String error, String kind, String kept) {
    return ours(
                handle,
                "SET "
                    + STAGE_ENDED
                    + """
                      status = 'failed',
                      finished_at = now(),
                      latest_error = :error,
                      failure_kind = :kind,
                      kept = :kept
                    """,
                attempt,
                owner)
            .bind("error", error)
            .bind("kind", kind)
            .bind("kept", kept)
            .execute()
        == 1;
  }

  static boolean superseded(
      Handle handle, Attempt attempt, InstanceName owner, String newerRunId, String message) {
    return ours(
                handle,
                "SET "
                    + STAGE_ENDED
                    + """
                      status = 'stale',
                      finished_at = now(),
                      stale_reason = :reason,
                      superseded_by = :newer,
                      latest_error = :message
                    """,
                attempt,
                owner)
            .bind("reason", StaleReason.SUPERSEDED.id())
            .bind("newer", newerRunId)
            .bind("message", message)
            .execute()
        == 1;
  }

  /**
   * Ends an attempt that the same transaction made or took up, with its run locked. A gate that is
   * off is told once a run: a second time replaces that row.
   */
  static void skipped(Handle handle, Attempt attempt, String reason) {
    handle
        .createUpdate(
            """
            DELETE FROM managed_warehouse_source_job
            WHERE run_id = :run
              AND status = 'skipped'
              AND landing_prefix IS NULL
            """)
        .bind("run", attempt.runId())
        .execute();
    handle
        .createUpdate(
            """
            UPDATE managed_warehouse_source_job
            SET status = 'skipped',
              finished_at = now(),
              latest_error = :reason
            WHERE id = :id
            """)
        .bind("id", attempt.id())
        .bind("reason", reason)
        .execute();
  }

  private static Update ours(Handle handle, String set, Attempt attempt, InstanceName owner) {
    return handle
        .createUpdate("UPDATE managed_warehouse_source_job\n" + set + OURS)
        .bind("id", attempt.id())
        .bind("owner", owner.value());
  }

  private static List<Attempt> attempt(Query query) {
    return query.map(ConstructorMapper.of(Attempt.class)).list();
  }
}
