package dev.lakeferry.route;

import dev.lakeferry.completion.CompletedImport;
import dev.lakeferry.completion.CompletedModel;
import dev.lakeferry.completion.Payload;
import dev.lakeferry.job.WorkflowRun;
import dev.lakeferry.naming.TableName;
import dev.lakeferry.naming.TableNaming;
import dev.lakeferry.verification.CheckedTable;

/** What verification must know of a run. */
final class CheckedTables {
  private CheckedTables() {}

  static CheckedTable of(WorkflowRun run, TableName table) {
    Payload payload = Payload.parse(run.payload());
    return run.subjectKind().equals("saved_query")
        ? ofModel(run.id(), run.workflow(), table, payload.asModel())
        : ofImport(run.id(), run.workflow(), table, payload.asImport());
  }

  static CheckedTable ofImport(
      String runId, String workflow, TableName table, CompletedImport completion) {
    return CheckedTable.ofImport(
        runId,
        workflow,
        completion.teamId(),
        completion.jobId(),
        table,
        TableNaming.normalizedName(completion.name()));
  }

  static CheckedTable ofModel(
      String runId, String workflow, TableName table, CompletedModel model) {
    return new CheckedTable(
        runId,
        workflow,
        model.teamId(),
        model.jobId(),
        table,
        model.modelLabel(),
        TableNaming.normalizedName(model.savedQueryName()),
        model.savedQueryId(),
        model.savedQueryName());
  }
}
