package dev.lakeferry.job;

import dev.lakeferry.naming.TableName;
import java.util.List;
import org.jdbi.v3.core.Jdbi;

/** What earlier attempts at a run filled ahead of a staged swap, for the next one to go on with. */
public final class RecordedShadows {
  private final Jdbi jdbi;

  /** Takes the state database. */
  public RecordedShadows(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /**
   * Those that may be adopted, newest first: by the same plan, and only where every attempt that
   * filled it ended in a way that may pass. One that was verified in vain, whose swap was sent, or
   * that is being swept is left alone, whichever of its attempts that befell.
   *
   * @param attempt the one that asks, which may have been interrupted by a busy table
   * @param digest of its plan
   */
  public List<RecordedShadow> adoptable(
      Attempt attempt, String lake, TableName table, String digest) {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT shadow_table, max(landing_prefix) AS landing_prefix
                    FROM managed_warehouse_source_job
                    WHERE run_id = :run
                      AND lake = :lake
                      AND target_schema = :schema
                      AND target_table = :table
                      AND shadow_table IS NOT NULL
                    GROUP BY shadow_table
                    HAVING bool_and(
                        plan_digest = :digest
                        AND NOT commit_sent
                        AND leftovers_claimed_at IS NULL
                        AND (id = :own
                          OR status = 'failed' AND failure_kind = 'retryable'
                          OR status = 'stale' AND stale_reason = 'lease_lost'))
                      AND max(landing_prefix) IS NOT DISTINCT FROM min(landing_prefix)
                    ORDER BY max(attempt) DESC
                    """)
                .bind("run", attempt.runId())
                .bind("own", attempt.id())
                .bind("lake", lake)
                .bind("schema", table.schema())
                .bind("table", table.table())
                .bind("digest", digest)
                .map(
                    (row, context) ->
                        new RecordedShadow(
                            new TableName(table.schema(), row.getString(1)), row.getString(2)))
                .list());
  }
}
