package dev.lakeferry.demo;

import dev.lakeferry.completion.CompletedImport;
import dev.lakeferry.completion.CompletedModel;
import dev.lakeferry.completion.CompletionStore;
import dev.lakeferry.completion.ImportRow;

/**
 * What finished upstream, and which of its workflows the demo watches.
 *
 * @param workflow that carries it
 * @param team the project
 * @param subject its source schema or saved query
 * @param job the upstream job
 * @param name as people call it
 * @param expectedRows how many rows upstream counted
 * @param place where its data lies below the source's URL, without a slash at the end
 * @param deltaVersion of the Delta table that lies there; null for prepared Parquet files
 * @param completion the inbox's row
 */
record Announcement(
    String workflow,
    long team,
    String subject,
    String job,
    String name,
    long expectedRows,
    String place,
    Long deltaVersion,
    Completion completion) {

  /** A row of one of the inboxes. */
  sealed interface Completion {
    /** Puts it there, as the upstream application does. */
    void insert(CompletionStore inbox, String sourceUrl);
  }

  /** An import. */
  record Import(ImportRow row) implements Completion {
    @Override
    public void insert(CompletionStore inbox, String sourceUrl) {
      inbox.insert(row);
    }
  }

  /**
   * A model.
   *
   * @param row whose table URI is only what follows the source's URL
   */
  record Model(CompletedModel row) implements Completion {
    @Override
    public void insert(CompletionStore inbox, String sourceUrl) {
      inbox.insert(
          new CompletedModel(
              0,
              row.teamId(),
              row.teamUuid(),
              row.organizationId(),
              row.environmentId(),
              row.savedQueryId(),
              row.savedQueryName(),
              row.modelLabel(),
              row.jobId(),
              sourceUrl + row.tableUri(),
              row.deltaVersion(),
              row.finishedAt(),
              row.expectedRows()));
    }
  }

  /** An import whose prepared Parquet files are registered. */
  static Announcement prepared(CompletedImport completed) {
    return imported("ducklake-register.data-imports", completed, completed.preparedFolder(), null);
  }

  /** An import whose Delta table is copied at a version. */
  static Announcement copied(CompletedImport completed, long version) {
    return imported("ducklake-copy.data-imports", completed, completed.name(), version);
  }

  private static Announcement imported(
      String workflow, CompletedImport completed, String folder, Long version) {
    return new Announcement(
        workflow,
        completed.teamId(),
        completed.sourceSchemaId(),
        completed.jobId(),
        completed.name(),
        completed.expectedRows(),
        completed.folderPath() + "/" + folder,
        version,
        new Import(new ImportRow(completed, completed.sourceType(), null, version)));
  }

  /** A model that was materialised; its table URI is only what follows the source's URL. */
  static Announcement materialized(CompletedModel model) {
    return new Announcement(
        "ducklake-copy.data-modeling",
        model.teamId(),
        model.savedQueryId(),
        model.jobId(),
        model.modelLabel() == null ? model.savedQueryName() : model.modelLabel(),
        model.expectedRows(),
        model.tableUri(),
        model.deltaVersion(),
        new Model(model));
  }
}
