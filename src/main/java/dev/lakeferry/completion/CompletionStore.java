package dev.lakeferry.completion;

import java.sql.SQLException;
import java.util.Optional;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;

/** The inboxes: rows of {@code completed_import} and {@code completed_materialization}. */
public final class CompletionStore {
  private final Jdbi jdbi;

  /** Takes the state database. */
  public CompletionStore(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /**
   * Puts a completion into the inbox; the id it carries is not used.
   *
   * @return the inbox id
   * @throws IllegalArgumentException if the inbox's own rules refuse it (an id too long or empty, a
   *     time that cannot be, a negative count), naming the rule
   */
  public long insert(CompletedImport completion) {
    return insert(new ImportRow(completion, null, null, null));
  }

  /** As above, with all columns. */
  public long insert(ImportRow row) {
    CompletedImport completion = row.completion();
    try {
      return jdbi.withHandle(
          handle ->
              handle
                  .createQuery(
                      """
                      INSERT INTO completed_import (
                        team_id, team_uuid, organization_id, environment_id, source_id,
                        source_name, source_type, prefix, source_schema_id, name, job_id,
                        folder_path, prepared_folder, delta_folder, delta_version, finished_at,
                        expected_rows)
                      VALUES (
                        :teamId, :teamUuid, :organizationId, :environmentId, :sourceId,
                        :sourceName, :sourceType, :prefix, :sourceSchemaId, :name, :jobId,
                        :folderPath, :preparedFolder, :deltaFolder, :deltaVersion,
                        COALESCE(:finishedAt, clock_timestamp()), :expectedRows)
                      RETURNING id
                      """)
                  .bindMethods(completion)
                  .bind("sourceName", row.sourceName())
                  .bind("deltaFolder", row.deltaFolder())
                  .bind("deltaVersion", row.deltaVersion())
                  .mapTo(Long.class)
                  .one());
    } catch (JdbiException e) {
      throw refusedByInbox(e)
          ? refusal(completion.jobId(), "source schema " + completion.sourceSchemaId(), e)
          : e;
    }
  }

  /**
   * Puts a materialised model into the inbox; the id it carries is not used.
   *
   * @return the inbox id
   * @throws IllegalArgumentException if the inbox's own rules refuse it, naming the rule
   */
  public long insert(CompletedModel model) {
    try {
      return jdbi.withHandle(
          handle ->
              handle
                  .createQuery(
                      """
                      INSERT INTO completed_materialization (
                        team_id, team_uuid, organization_id, environment_id, saved_query_id,
                        saved_query_name, model_label, job_id, table_uri, delta_version,
                        finished_at, expected_rows)
                      VALUES (
                        :teamId, :teamUuid, :organizationId, :environmentId, :savedQueryId,
                        :savedQueryName, :modelLabel, :jobId, :tableUri, :deltaVersion,
                        COALESCE(:finishedAt, clock_timestamp()), :expectedRows)
                      RETURNING id
                      """)
                  .bindMethods(model)
                  .mapTo(Long.class)
                  .one());
    } catch (JdbiException e) {
      throw refusedByInbox(e)
          ? refusal(model.jobId(), "saved query " + model.savedQueryId(), e)
          : e;
    }
  }

  /** Reads a completion as it stands in the inbox; empty when there is none or it was pruned. */
  public Optional<CompletedImport> find(long inboxId) {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(
                    """
                    SELECT id AS inbox_id, completed_import.*
                    FROM completed_import
                    WHERE id = :id
                    """)
                .bind("id", inboxId)
                .map(ConstructorMapper.of(CompletedImport.class))
                .findOne());
  }

  /** Classes 22 and 23 of SQLSTATE: the data is bad, or breaks a constraint. */
  private static boolean refusedByInbox(JdbiException e) {
    return e.getCause() instanceof SQLException sql
        && sql.getSQLState() != null
        && (sql.getSQLState().startsWith("22") || sql.getSQLState().startsWith("23"));
  }

  private static IllegalArgumentException refusal(String jobId, String subject, JdbiException e) {
    return new IllegalArgumentException(
        "The inbox refused the completion of job "
            + jobId
            + ", "
            + subject
            + ": "
            + e.getCause().getMessage().lines().findFirst().orElse("no reason given")
            + ". Nothing was stored.",
        e);
  }
}
