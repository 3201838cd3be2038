package dev.lakeferry.ops;

import dev.lakeferry.completion.CompletedModel;
import dev.lakeferry.completion.CompletionStore;
import dev.lakeferry.completion.ImportRow;
import dev.lakeferry.job.Actor;
import dev.lakeferry.job.Again;
import dev.lakeferry.job.AuditLog;
import dev.lakeferry.job.Cancellation;
import dev.lakeferry.job.Hold;
import dev.lakeferry.job.TableBinding;
import dev.lakeferry.job.TableHolds;
import dev.lakeferry.naming.TableName;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Jdbi;

/**
 * What people do to the service, by page, API or command. Each writes its audit entry in the
 * transaction that does it, and throws {@link dev.lakeferry.job.NotThere} or {@link
 * dev.lakeferry.job.Refused} where nothing was changed.
 */
public final class Actions {
  private final Jdbi jdbi;
  private final String lake;

  /**
   * Takes the state database.
   *
   * @param lake the lake's DATA_PATH, by which the state database knows it
   */
  public Actions(Jdbi jdbi, String lake) {
    this.jdbi = jdbi;
    this.lake = lake;
  }

  /** Makes a run due again that failed, was skipped or went stale. */
  public void retry(String run, boolean acceptSchema, Actor actor) {
    new Again(jdbi).retry(run, acceptSchema, actor);
  }

  /** Ends a run that is due, or asks the worker of a running one to stop. */
  public Cancellation.Result cancel(String run, Actor actor) {
    return new Cancellation(jdbi).cancel(run, actor);
  }

  /** Keeps a table as it is until it is released. */
  public Hold hold(TableName table, String reason, Actor actor) {
    return holds(table).hold(table, reason, actor);
  }

  /** Lets a table be published to again; answers how many runs had waited. */
  public int release(TableName table, Actor actor) {
    return holds(table).release(table, actor);
  }

  /** In the lake that has the table; in ours where several have. */
  private TableHolds holds(TableName table) {
    return new TableHolds(jdbi, new TableBinding(jdbi).lakeOf(table).orElse(lake));
  }

  /** The hold that a table is on. */
  public Optional<Hold> hold(TableName table) {
    return holds(table).find(table);
  }

  /** The tables that are on hold, by name. */
  public List<Hold> holds() {
    return new TableHolds(jdbi, lake).all();
  }

  /** Puts the completion of an import into the inbox; twice is harmless. */
  public Submitted submit(ImportRow row, Actor actor) {
    return jdbi.inTransaction(
        handle -> {
          long inbox = new CompletionStore(jdbi).insert(row);
          Submitted submitted = new Submitted(inbox, ExpectedRuns.ofImport(handle, inbox));
          AuditLog.write(
              handle,
              actor,
              "submit",
              "job " + row.completion().jobId(),
              detail(
                  row.completion().teamId(),
                  "source_schema_id",
                  row.completion().sourceSchemaId(),
                  submitted));
          return submitted;
        });
  }

  /** Puts a materialised model into the inbox; twice is harmless. */
  public Submitted submit(CompletedModel model, Actor actor) {
    return jdbi.inTransaction(
        handle -> {
          long inbox = new CompletionStore(jdbi).insert(model);
          Submitted submitted = new Submitted(inbox, ExpectedRuns.ofModel(handle, inbox));
          AuditLog.write(
              handle,
              actor,
              "submit",
              "job " + model.jobId(),
              detail(model.teamId(), "saved_query_id", model.savedQueryId(), submitted));
          return submitted;
        });
  }

  private static Map<String, Object> detail(
      long team, String kind, String subject, Submitted submitted) {
    Map<String, Object> detail = new LinkedHashMap<>();
    detail.put("team_id", team);
    detail.put(kind, subject);
    detail.put("inbox_id", submitted.inboxId());
    return detail;
  }
}
