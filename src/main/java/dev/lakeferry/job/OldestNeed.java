package dev.lakeferry.job;

import java.time.Duration;
import java.util.Optional;
import org.jdbi.v3.core.Jdbi;

/**
 * Memory outlives retention (law 16): how far back the lake's snapshots are needed by what is under
 * way. A running attempt's transaction may stand on the snapshot that was the newest when it began,
 * and where COMMIT was sent and its outcome is not known, the snapshot's commit message decides.
 */
public final class OldestNeed {
  private final Jdbi jdbi;
  private final String lake;

  /** Takes the state database, and which lake is meant. */
  public OldestNeed(Jdbi jdbi, String lake) {
    this.jdbi = jdbi;
    this.lake = lake;
  }

  /**
   * What needs old snapshots.
   *
   * @param age how long ago it began, by the state database's clock
   * @param who the run or rollback
   */
  public record Need(Duration age, String who) {}

  /** The oldest; empty if nothing is under way. */
  public Optional<Need> find() {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT
                      CAST(EXTRACT(EPOCH FROM clock_timestamp() - started_at) * 1000 AS bigint),
                      who
                    FROM (
                      SELECT attempt.started_at, attempt.run_id || ' attempt ' || attempt.attempt AS who
                      FROM managed_warehouse_source_job AS attempt
                      JOIN workflow_run AS run
                        ON run.id = attempt.run_id
                      WHERE (attempt.lake IS NULL OR attempt.lake = :lake)
                        AND (
                          attempt.status = 'running'
                            AND (attempt.owner IS NOT NULL OR attempt.commit_sent)
                          OR run.state <> 'done'
                            AND attempt.status <> 'completed'
                            AND attempt.commit_sent)
                      UNION ALL
                      SELECT started_at, 'rollback-' || id
                      FROM table_rollback
                      WHERE lake = :lake
                        AND status IN ('running', 'unknown')) AS need
                    ORDER BY started_at
                    LIMIT 1
                    """)
                .bind("lake", lake)
                .map(
                    (row, context) -> new Need(Duration.ofMillis(row.getLong(1)), row.getString(2)))
                .findFirst());
  }
}
