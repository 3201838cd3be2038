package dev.lakeferry.demo;

import dev.lakeferry.completion.CompletedImport;
import dev.lakeferry.completion.CompletedModel;
import dev.lakeferry.completion.CompletionStore;
import dev.lakeferry.completion.ImportRow;

/** What finished upstream, and which of its workflows the demo watches. */
sealed interface Announcement {

  /** The workflow that carries it. */
  String workflow();

  /** The project. */
  long team();

  /** Its source schema or saved query. */
  String subject();

  /** The upstream job. */
  String job();

  /** As people call it. */
  String name();

  /** How many rows upstream counted. */
  long expectedRows();

  /** Where its data lies below the source's URL, without a slash at the end. */
  String place();

  /** Puts it into the inbox, as the upstream application does. */
  void insert(CompletionStore inbox, String sourceUrl);

  /** An import whose prepared Parquet files are registered. */
  record Prepared(CompletedImport completion) implements Announcement {
    @Override
    public String workflow() {
      return "ducklake-register.data-imports";
    }

    @Override
    public long team() {
      return completion.teamId();
    }

    @Override
    public String subject() {
      return completion.sourceSchemaId();
    }

    @Override
    public String job() {
      return completion.jobId();
    }

    @Override
    public String name() {
      return completion.name();
    }

    @Override
    public long expectedRows() {
      return completion.expectedRows();
    }

    @Override
    public String place() {
      return completion.folderPath() + "/" + completion.preparedFolder();
    }

    @Override
    public void insert(CompletionStore inbox, String sourceUrl) {
      inbox.insert(completion);
    }
  }

  /**
   * An import whose Delta table is copied.
   *
   * @param version of the table
   */
  record Copied(CompletedImport completion, long version) implements Announcement {
    @Override
    public String workflow() {
      return "ducklake-copy.data-imports";
    }

    @Override
    public long team() {
      return completion.teamId();
    }

    @Override
    public String subject() {
      return completion.sourceSchemaId();
    }

    @Override
    public String job() {
      return completion.jobId();
    }

    @Override
    public String name() {
      return completion.name();
    }

    @Override
    public long expectedRows() {
      return completion.expectedRows();
    }

    @Override
    public String place() {
      return completion.folderPath() + "/" + completion.name();
    }

    @Override
    public void insert(CompletionStore inbox, String sourceUrl) {
      inbox.insert(new ImportRow(completion, completion.sourceType(), null, version));
    }
  }

  /**
   * A model that was materialised.
   *
   * @param completion whose table URI is only what follows the source's URL
   */
  record Model(CompletedModel completion) implements Announcement {
    @Override
    public String workflow() {
      return "ducklake-copy.data-modeling";
    }

    @Override
    public long team() {
      return completion.teamId();
    }

    @Override
    public String subject() {
      return completion.savedQueryId();
    }

    @Override
    public String job() {
      return completion.jobId();
    }

    @Override
    public String name() {
      return completion.modelLabel() == null
          ? completion.savedQueryName()
          : completion.modelLabel();
    }

    @Override
    public long expectedRows() {
      return completion.expectedRows();
    }

    @Override
    public String place() {
      return completion.tableUri();
    }

    @Override
    public void insert(CompletionStore inbox, String sourceUrl) {
      inbox.insert(
          new CompletedModel(
              0,
              completion.teamId(),
              completion.teamUuid(),
              completion.organizationId(),
              completion.environmentId(),
              completion.savedQueryId(),
              completion.savedQueryName(),
              completion.modelLabel(),
              completion.jobId(),
              sourceUrl + completion.tableUri(),
              completion.deltaVersion(),
              completion.finishedAt(),
              completion.expectedRows()));
    }
  }
}
