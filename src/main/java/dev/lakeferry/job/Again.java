package dev.lakeferry.job;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/** Makes runs that are done due once more, on an operator's word. */
public final class Again {
  private final Jdbi jdbi;

  /** Takes the state database. */
  public Again(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /**
   * Makes skipped runs due, after a flag was switched on.
   *
   * @param team only this team's, or empty for all
   * @param since only completions that finished at this time or later, or null for all
   * @return how many
   */
  public int regate(OptionalLong team, Instant since, Actor actor) {
    return jdbi.inTransaction(
        handle -> {
          int due = regate(handle, team, since);
          Map<String, Object> detail = new LinkedHashMap<>();
          detail.put("since", since == null ? null : since.toString());
          detail.put("runs", due);
          String teams = team.isPresent() ? "team " + team.getAsLong() : "all teams";
          AuditLog.write(handle, actor, "regate", teams, detail);
          return due;
        });
  }

  private static int regate(Handle handle, OptionalLong team, Instant since) {
    return handle
        .createUpdate(
            """
                    UPDATE workflow_run
                    SET state = 'due',
                      outcome = NULL,
                      not_before = now(),
                      updated_at = now()
                    WHERE outcome = 'skipped'
                      AND (CAST(:team AS bigint) IS NULL OR team_id = :team)
                      AND (CAST(:since AS timestamptz) IS NULL OR completed_at >= :since)
                    """)
        .bind("team", team.isPresent() ? (Long) team.getAsLong() : null)
        .bind("since", since)
        .execute();
  }

  /**
   * Makes one run due that failed, was skipped or went stale; its tries are counted anew.
   *
   * @param acceptSchema whether this generation may drop or narrow columns of the live table
   * @throws NotThere if there is no such run
   * @throws Refused if it is due, running or completed
   */
  public void retry(String runId, boolean acceptSchema, Actor actor) {
    jdbi.useTransaction(
        handle -> {
          int changed =
              handle
                  .createUpdate(
                      """
                      UPDATE workflow_run
                      SET state = 'due',
                        outcome = NULL,
                        not_before = now(),
                        attempts = 0,
                        deaths = 0,
                        accept_schema = :acceptSchema,
                        updated_at = now()
                      WHERE id = :id
                        AND outcome IN ('failed', 'skipped', 'stale')
                      """)
                  .bind("id", runId)
                  .bind("acceptSchema", acceptSchema)
                  .execute();
          if (changed == 0) {
            throw new Refused(
                "Run "
                    + runId
                    + " is "
                    + RunStore.stateOf(handle, runId)
                    + "; only a failed, skipped or stale run can be retried. Nothing was changed.");
          }
          AuditLog.write(handle, actor, "retry", runId, Map.of("accept_schema", acceptSchema));
        });
  }
}
